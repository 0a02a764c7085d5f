export { assignCapital, type CapitalProviderId, type CapitalRequest, releaseCapital } from "./reservations.ts";
