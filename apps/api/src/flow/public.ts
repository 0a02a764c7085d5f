export {
  type Completed,
  createFlow,
  type Position,
  type PreparedAnswer,
  type SentAnswer,
  type StepFlow,
} from "./flow.ts";
export type { Completing, Origin, StepHandler, StepRequest } from "./step-handler.ts";
