export { platformAt } from "./platforms.ts";
export { settingsOf } from "./settings.ts";
export { styleConfigurationsOf, usualLook } from "./style-configurations.ts";
