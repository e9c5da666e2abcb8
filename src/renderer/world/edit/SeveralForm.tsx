import { useMemo, type ReactElement } from 'react'
import { own } from '../../../shared/json'
import type { GameState } from '../../../shared/state'
import { authorTags } from '../../../shared/story-tags'
import { useSession } from '../../session'
import { moveTo } from '../edit-verbs'
import { findRegions } from './choices'
import { Picked } from './Picked'
import { editTexts } from './texts'
import { commonTags, same, tagsOf, tagsText, withCommonTags } from './words'
import { Written } from './Written'

const t = editTexts.several

/** What several chosen places share: their region and the tags they all have. A change is one beat for all of them. */
export function SeveralForm({ ids, state }: { ids: readonly string[]; state: GameState }): ReactElement {
  const others = useSession((s) => s.mapping.chosen.some(({ what }) => what !== 'place'))
  const { regions } = state
  const find = useMemo(() => findRegions({ regions }), [regions])
  const places = ids.flatMap((id) => own(state.places, id) ?? [])
  const common = commonTags(places.map(({ tags }) => authorTags(tags)))
  const regionsHere = new Set(places.map(({ region }) => region))
  const [only] = regionsHere
  return (
    <div className="edit-form">
      {others && <p className="hint">{t.others}</p>}
      <Picked
        label={editTexts.place.region}
        words={regionsHere.size === 1 && only !== undefined ? (own(regions, only)?.name ?? only) : t.regions}
        title={editTexts.ask.move(ids.length)}
        none={editTexts.ask.noRegion}
        find={find}
        onChoose={(region) => !(regionsHere.size === 1 && region === only) && void moveTo(ids, region)}
      />
      <Written
        field={`places:${ids.join(',')}/tags`}
        label={t.tags}
        hint={editTexts.place.tagsHint}
        now={tagsText(common)}
        lines={2}
        mono
        edits={(text) => {
          const found = tagsOf(text)
          if ('bad' in found) return editTexts.place.tagBad(found.bad)
          if (same(found.tags, common)) return []
          return ids.map((id) => ({
            op: 'put-place',
            id,
            fields: { tags: withCommonTags(own(state.places, id)?.tags ?? {}, common, found.tags) }
          }))
        }}
      />
    </div>
  )
}
