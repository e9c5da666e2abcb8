import type { ReactElement } from 'react'
import { badId } from '../../../../shared/names'
import type { MapItem } from '../../../store/map-state'
import { editTexts } from '../texts'
import { DraftField } from './DraftField'

/** The id of something on the map; another one is written everywhere it is named. */
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
