/** A vendor did not answer in time or had a fault of its own, and repeating the request is safe. A request that meets one is refused with 503. */
export class VendorUnavailable extends Error {}
