import type { FeatureRest } from '../registry'
import { SettingsDialog } from './Settings'

/** The dialog of the settings. */
export const rest: FeatureRest = { dialogs: [{ id: 'settings', body: SettingsDialog }] }
