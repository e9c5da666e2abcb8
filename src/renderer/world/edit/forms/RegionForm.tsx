import type { ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import { IdField } from '../fields/IdField'
import { useProse } from './use-prose'
import { editTexts } from '../texts'
import { DraftField } from '../fields/DraftField'

const t = editTexts.region

/** Name, id and text of a region. */
export function RegionForm({ id, state }: { id: string; state: GameState }): ReactElement | null {
  const { description: about } = useProse({ what: 'region', id })
  const region = own(state.regions, id)
  if (!region) return null
  return (
    <div className="edit-form">
      <DraftField
        field={`region:${id}/name`}
        label={t.name}
        now={region.name}
        most={200}
        edits={(text) => {
          const name = text.trim()
          if (name === '') return editTexts.place.nameNeeded
          return name === region.name ? [] : [{ op: 'put-region', id, name }]
        }}
      />
      <IdField what="region" id={id} />
      <DraftField
        field={`region:${id}/about`}
        label={t.about}
        now={about.trim()}
        lines={4}
        edits={(text) => (text.trim() === about.trim() ? [] : [{ op: 'put-region', id, about: text }])}
      />
    </div>
  )
}
