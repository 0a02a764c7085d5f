export { actionPage, platformAt, platformNameOn, portalPage } from "./platforms.ts";
export { settingsOf } from "./settings.ts";
export { styleConfigurationsOf } from "./style-configurations.ts";
