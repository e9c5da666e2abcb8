import type { ReactElement } from 'react'
import { allFeatures, type SlotName } from '../registry'

/** What the features draw at one place of the window. */
export function Slot({ name }: { name: SlotName }): ReactElement {
  return (
    <>
      {allFeatures().map(({ id, slots }) => {
        const Body = slots?.[name]
        return Body && <Body key={id} />
      })}
    </>
  )
}
