export {
  type Assignment,
  anyProvider,
  assignCapital,
  type CapitalProviderId,
  type CapitalRequest,
  type ProviderChoice,
  releaseCapital,
} from "./reservations.ts";
