import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { isObject, own, type Json } from '../../../shared/base/json'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { MAX_STANDING, MIN_STANDING } from '../../../shared/story/story-state'
import { standingWords } from '../../../shared/words/standing-words'
import { uneditableReason } from '../../editing'
import { AddName } from '../../fields/AddEntry'
import { DraftField } from '../../fields/DraftField'
import type { Names } from '../../fields/find-names'
import { NumberField } from '../../fields/NumberFields'
import { editWorld } from '../../fields/save-edits'
import { useSession } from '../../session'
import { IconButton } from '../../ui/Parts'
import { storyTexts as t } from './texts'
import { idsOf } from './values'
import { AddWho, useWho } from './WhoField'

interface WhoEntriesProps {
  /** The key of the drafts. */
  field: string
  label: string
  hint: string
  /** Ids in a list, or with a text or number each. */
  value: Json | undefined
  /** Characters with what they are, or characters and factions with an opinion of them. */
  what: 'roles' | 'standing'
  names: Names
  /** Who can't be chosen. */
  without: string
  /** The edits that save what `change` makes of the value that is there then. */
  edits: (change: (now: Json | undefined) => Json | null) => WorldEdit[]
}

const entriesIn = (value: Json | undefined): Record<string, Json> =>
  Object.fromEntries(idsOf(value).map((id): [string, Json] => [id, (isObject(value) ? own(value, id) : undefined) ?? true]))

/** Characters or factions, each with a role or a number. */
export function WhoEntries({ field, label, hint, value, what, names, without, edits }: WhoEntriesProps): ReactElement {
  const who = useWho()
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const entries = entriesIn(value)
  const put = (id: string, to: Json | null): WorldEdit[] =>
    edits((now) => {
      const { [id]: _, ...others } = entriesIn(now)
      const next = to === null ? others : { ...entriesIn(now), [id]: to }
      return Object.keys(next).length === 0 ? null : next
    })
  const taken = (id: string): boolean => id === without || Object.hasOwn(entries, id)
  return (
    <fieldset className="field bare">
      <legend>{label}</legend>
      {hint !== '' && <p className="hint">{hint}</p>}
      <ul>
        {Object.entries(entries).map(([id, now]) => (
          <li key={id} className="form-row">
            {what === 'roles' ? (
              <DraftField
                field={`${field}/${id}`}
                label={who.nameOf(id)}
                now={typeof now === 'string' ? now : ''}
                edits={(text) => put(id, text.trim() || true)}
              />
            ) : (
              <NumberField
                label={who.nameOf(id)}
                at={`${field}/${id}`}
                value={now}
                edit={(_, change) => put(id, change(now))}
                whole={false}
                min={MIN_STANDING}
                max={MAX_STANDING}
                words={standingWords}
              />
            )}
            {!closed && (
              <span className="form-row-buttons">
                <IconButton label={t.takeOut(who.nameOf(id))} small icon={<X size={13} />} onClick={() => void editWorld(() => put(id, null))} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {what === 'standing' ? (
        <AddWho label={t.addStanding} titles={[t.addStanding]} without={taken} onChoose={(id) => editWorld(() => put(id, 0))} />
      ) : (
        !closed && <AddName label={t.addMember} kind="character" names={names} without={taken} onChoose={(id) => editWorld(() => put(id, true))} />
      )}
    </fieldset>
  )
}
