-- Accepted offers that a decision counts.

-- The accepted offers of the business that the facts count. Offers of a decision that lacks one are sized again.
alter table app.decision_snapshot add column counted_offer_ids uuid[] not null default '{}';
