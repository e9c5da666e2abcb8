import type { ReactElement } from 'react'
import { type SlotName, useFeatures } from '../registry'

/** Renders the elements that features add to one slot of the window. */
export function FeatureSlot({ name }: { name: SlotName }): ReactElement {
  return (
    <>
      {useFeatures().map(({ id, slots }) => {
        const Body = slots?.[name]
        return Body && <Body key={id} />
      })}
    </>
  )
}
