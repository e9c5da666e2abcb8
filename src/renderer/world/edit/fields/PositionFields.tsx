import type { ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { MapSpot } from '../../../../shared/contract/world-edits'
import { loreAtCursor, useSession } from '../../../session'
import { editWorld } from '../../../fields/save-edits'
import { uneditableReason } from '../../../editing'
import { editTexts } from '../texts'
import { DraftField } from '../../../fields/DraftField'
import { Button } from '../../../ui/Parts'

const t = editTexts.place

/** The position of a place, if the user has set one. */
export function PositionFields({ id }: { id: string }): ReactElement {
  const spot = useSession((s) => own(loreAtCursor(s)?.map, id))
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const at = (key: 'x' | 'y') => (text: string) => {
    const value = Number(text)
    if (!/^\s*-?\d{1,6}(\.\d+)?\s*$/.test(text)) return t.numberBad
    const moved: MapSpot = { x: 0, y: 0, ...spot, [key]: value }
    return value === spot?.[key] ? [] : [{ op: 'spots' as const, spots: { [id]: moved } }]
  }
  return (
    <section aria-label={t.spot}>
      <h3>{t.spot}</h3>
      <p className="hint">{spot ? t.spotHint : t.spotFree}</p>
      <div className="numbers-row">
        <DraftField field={`place:${id}/x`} label={t.spotX} now={spot ? String(spot.x) : ''} className="short" edits={at('x')} />
        <DraftField field={`place:${id}/y`} label={t.spotY} now={spot ? String(spot.y) : ''} className="short" edits={at('y')} />
      </div>
      {spot && !closed && <Button label={t.spotGive} small onClick={() => void editWorld([{ op: 'spots', spots: { [id]: null } }])} />}
    </section>
  )
}
