export { actionPage, isOverride, platformAt, portalPage } from "./platforms.ts";
export { settingsOf } from "./settings.ts";
export { defaultTheme, styleConfigurationsOf } from "./style-configurations.ts";
