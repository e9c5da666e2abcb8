import type { ReactElement } from 'react'
import { badId } from '../../../../shared/story/names'
import type { MapItem } from '../../../store/map-state'
import { editTexts } from '../texts'
import { DraftField } from '../../../fields/DraftField'

/** The id of an item on the map. A new id is updated in every reference. */
export function IdField({ what, id }: MapItem): ReactElement {
  return (
    <DraftField
      field={`${what}:${id}/id`}
      label={editTexts.place.id}
      hint={editTexts.place.idHint}
      now={id}
      mono
      most={120}
      edits={(text) => {
        const to = text.trim()
        if (to === id) return []
        return badId(to) !== undefined ? editTexts.place.newIdHint : [{ op: 'rename', what, id, to }]
      }}
    />
  )
}
