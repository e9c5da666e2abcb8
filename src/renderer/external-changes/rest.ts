import type { FeatureRest } from '../registry'
import { ReviewChanges } from './ReviewChanges'

/** The dialog that shows the changed lines. */
export const rest: FeatureRest = { dialogs: [{ id: 'edits', body: ReviewChanges }] }
