export { resolveBusiness } from "./businesses.ts";
export { platformAt } from "./platforms.ts";
export { settingsOf } from "./settings.ts";
export { styleConfigurationsOf } from "./style-configurations.ts";
