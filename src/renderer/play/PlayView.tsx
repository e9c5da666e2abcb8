import type { ReactElement } from 'react'
import { Slot } from '../ui/Slot'
import { Split } from '../ui/Split'
import { PlaceCard } from './PlaceCard'

/** The map with everybody on it, and the place where the party is. */
export function PlayView(): ReactElement {
  return (
    <Split name="play" orientation="vertical" first={[44, 15]} second={[56, 20]}>
      <Slot name="play-map" />
      <PlaceCard />
    </Split>
  )
}
