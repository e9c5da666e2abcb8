import type { ReactElement } from 'react'
import type { FeatureRest } from '../registry'
import { WorldMap } from './WorldMap'

const CompactMap = (): ReactElement => <WorldMap compact />

/** The map in the view Play. */
export const rest: FeatureRest = { slots: { 'play-map': CompactMap } }
