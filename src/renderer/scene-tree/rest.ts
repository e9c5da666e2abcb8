import type { FeatureRest } from '../registry'
import { SceneTreeView } from './SceneTreeView'

/** The view of the scene tree. */
export const rest: FeatureRest = { bodies: { 'scene-tree': SceneTreeView } }
