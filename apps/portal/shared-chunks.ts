type Modules = {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null;
};

/**
 * Names the files that hold what the screens of offers share. Each of these screens needs about forty modules that others need, too; as files
 * of their own they cost a phone two seconds.
 */
export function sharedChunk(id: string, modules: Modules): string | null {
  const screens = screensWith(id, modules);
  if (screens.length < 2 || !screens.some(isOfOffers)) return null;
  if (screens.every((one) => isOfOffers(one) || isOfClosing(one))) return "offers";
  // Figures are written and explained alike on the pages of offers and of servicing, which are not opened together.
  if (screens.every((one) => isOfOffers(one) || isOfClosing(one) || isOfServicing(one))) {
    if (isOfContracts(id)) return null;
    return screens.filter(isOfServicing).every(isOfLimit) ? "plans" : "figures";
  }
  // Contracts bring validation with them, which few screens need.
  return isOfContracts(id) ? null : "parts";
}

/** The modules that are loaded on demand and import this one, directly or through others. */
function screensWith(id: string, modules: Modules): string[] {
  const found = new Set([id]);
  // A set also iterates over what is added meanwhile.
  for (const one of found) for (const importer of modules.getModuleInfo(one)?.importers ?? []) found.add(importer);
  return [...found].filter((one) => (modules.getModuleInfo(one)?.dynamicImporters.length ?? 0) > 0);
}

// The pages after an offer is chosen need forms, which an owner who looks at offers does not.
const isOfClosing = (id: string) => /portal\/src\/offers\/closing\//.test(id);
const isOfOffers = (id: string) =>
  /portal\/src\/(offers|products)\//.test(id) && !isOfClosing(id) && !isOfServicing(id);
const isOfServicing = (id: string) => /portal\/src\/(servicing|products\/(?:[^/]+\/)?servicing)\//.test(id);
/** Pages of products that lend up to a limit. Their plans are also those of offers; other pages of servicing show none. */
const isOfLimit = (id: string) =>
  /products\/(servicing\/invoices|(line-of-credit|invoice-financing|payables-financing)\/servicing)\//.test(id);
const isOfContracts = (id: string) => /packages\/contracts\/|node_modules\/(zod|libphonenumber-js)\//.test(id);
