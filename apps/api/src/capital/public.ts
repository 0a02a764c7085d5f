export {
  type Assignment,
  anyProvider,
  assignCapital,
  type CapitalProviderId,
  type CapitalRequest,
  lendReserved,
  type ProviderChoice,
  releaseCapital,
  releaseExposure,
  reservedFor,
  resizeReservation,
} from "./reservations.ts";
