import type { ReactElement } from 'react'
import { badId } from '../../../shared/names'
import type { Chosen } from '../../store/mapping'
import { editTexts } from './texts'
import { Written } from './Written'

/** The id of something on the map; another one is written everywhere it is named. */
export function IdField({ what, id }: Chosen): ReactElement {
  return (
    <Written
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
