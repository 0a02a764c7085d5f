/** A text that counsel has read and approved, by the hash of exactly what was read. */
export type CounselReview = {
  /** As `legalTexts` names it. */
  text: string;
  sha256: string;
  /** The name of counsel and of the firm. */
  reviewedBy: string;
  reviewedOn: string;
};

/**
 * The reviews by counsel. They are recorded here, beside the texts, so that a second person approves each with the change that contains it, and
 * a server has its reviews before it starts. A changed text has another hash and needs a new review.
 */
export const counselReviews: readonly CounselReview[] = [];
