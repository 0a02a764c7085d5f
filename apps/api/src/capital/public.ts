export {
  type Assignment,
  anyProvider,
  assignCapital,
  type CapitalProviderId,
  type CapitalRequest,
  type ProviderChoice,
  releaseCapital,
  resizeReservation,
} from "./reservations.ts";
