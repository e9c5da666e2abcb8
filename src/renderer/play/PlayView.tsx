import type { ReactElement } from 'react'
import { Slot } from '../ui/Slot'
import { Split } from '../ui/Split'
import { PlaceCard } from './PlaceCard'

/** The map with all characters, and the party's place. */
export function PlayView(): ReactElement {
  return (
    <Split name="play" orientation="vertical" first={[44, 15]} second={[56, 20]}>
      <Slot name="play-map" />
      <PlaceCard />
    </Split>
  )
}
