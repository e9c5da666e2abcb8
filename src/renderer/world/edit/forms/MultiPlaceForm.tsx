import { useMemo, type ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import { authorTags } from '../../../../shared/story/story-tags'
import { useSession } from '../../../session'
import { moveTo } from '../edit-world'
import { findRegions } from '../fields/choices'
import { ChooserField } from '../fields/ChooserField'
import { editTexts } from '../texts'
import { commonTags, same, tagsOf, tagsText, withCommonTags } from '../fields/field-values'
import { DraftField } from '../fields/DraftField'

/** What several selected places share: their region and the tags they all have. A change is one beat for all of them. */
export function MultiPlaceForm({ ids, state }: { ids: readonly string[]; state: GameState }): ReactElement {
  const others = useSession((s) => s.mapState.selection.some(({ what }) => what !== 'place'))
  const { regions } = state
  const find = useMemo(() => findRegions({ regions }), [regions])
  const places = ids.flatMap((id) => own(state.places, id) ?? [])
  const common = commonTags(places.map(({ tags }) => authorTags(tags)))
  const regionsHere = new Set(places.map(({ region }) => region))
  const [only] = regionsHere
  return (
    <div className="edit-form">
      {others && <p className="hint">Selected journeys and regions stay as they are.</p>}
      <ChooserField
        label={editTexts.place.region}
        words={regionsHere.size === 1 && only !== undefined ? (own(regions, only)?.name ?? only) : 'several regions'}
        title={editTexts.ask.move(ids.length)}
        none={editTexts.ask.noRegion}
        find={find}
        onChoose={(region) => !(regionsHere.size === 1 && region === only) && void moveTo(ids, region)}
      />
      <DraftField
        field={`places:${ids.join(',')}/tags`}
        label="Shared tags"
        hint={editTexts.place.tagsHint}
        now={tagsText(common)}
        lines={2}
        mono
        edits={(text) => {
          const typed = tagsOf(text)
          if ('bad' in typed) return editTexts.place.tagBad(typed.bad)
          if (same(typed.tags, common)) return []
          return ids.map((id) => ({
            op: 'put-place',
            id,
            fields: { tags: withCommonTags(own(state.places, id)?.tags ?? {}, common, typed.tags) }
          }))
        }}
      />
    </div>
  )
}
