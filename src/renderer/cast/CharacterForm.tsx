import { EyeOff } from 'lucide-react'
import { useMemo, type ReactElement, type ReactNode } from 'react'
import { isObject, own, type Json, type JsonObject } from '../../shared/base/json'
import type { FileSchema } from '../../shared/contract/language-calls'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { splitHeading } from '../../shared/story/heading'
import type { Lore } from '../../shared/story/lore'
import { actorFolder } from '../../shared/story/layout'
import { MAX_STANDING, MIN_STANDING, relationshipOf } from '../../shared/story/story-state'
import { standingWords } from '../../shared/words/standing-words'
import type { GameState } from '../../shared/story/state'
import { uneditableReason } from '../editing'
import { AddName } from '../fields/AddEntry'
import { DraftField } from '../fields/DraftField'
import { Entries } from '../fields/Entries'
import { fieldsOf, type Edit, type FormField } from '../fields/form-of'
import { freeId, same } from '../fields/field-values'
import { FormFields, FormSuggestions } from '../fields/FormFields'
import { namesWithout, type Names } from '../fields/find-names'
import { titleOf, useNames } from '../fields/names'
import { editWorld, removeNames } from '../fields/save-edits'
import { useSchemas, type FileSchemas } from '../fields/schemas'
import { openAt } from '../files/open-at'
import { loreAtCursor, useSession } from '../session'
import { Blank, Button, RetryAlert, Scroll } from '../ui/Parts'
import { PortraitField } from './PortraitField'
import { focusCast, nameHint, useCast } from './state'
import { SeatFields } from './SeatFields'
import { castTexts as t } from './texts'

interface Schemas {
  sheet: readonly FormField[]
  about: readonly FormField[]
  belief: readonly FormField[]
}

/** The keys whose explanation for files says no more than their label in the form. */
const REPEATED = new Set(['public', 'pronoun', 'location', 'stats', 'max', 'fears', 'voice'])
const withoutRepeats = (fields: FormField[]): FormField[] => fields.map((one) => (REPEATED.has(one.key) ? { ...one, hint: '' } : one))

/** The fields of a character's files. */
const formFields = ({ sheet = {}, actor = {}, beliefs = {} }: FileSchemas): Schemas => ({
  sheet: withoutRepeats(fieldsOf(sheet)),
  about: withoutRepeats(fieldsOf(actor)),
  belief: fieldsOf(beliefs.additionalProperties as FileSchema)
})

/** The form of the current character. Every field is saved on its own, as one beat. */
export function CharacterPanel(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const why = useSession(uneditableReason)
  const count = useCast((s) => s.selected.length)
  const id = useCast((s) => s.selected.at(-1))
  const { schemas: files, problem, again } = useSchemas()
  const schemas = useMemo(() => files && formFields(files), [files])
  const actor = own(state?.actors, id ?? '')
  if (!state || !lore || id === undefined || !actor)
    return <Blank title="Nobody selected">Select a character to edit every field here. Enter moves from the cards to the form, Esc back.</Blank>
  return (
    <Scroll className="panel edit cast-form" label={actor.name} onEscape={focusCast}>
      <header className="edit-head">
        <div>
          <p className="quiet">{count > 1 ? `${t.kinds[actor.kind]}, the last of ${count} selected` : t.kinds[actor.kind]}</p>
          <h2 dir="auto">{actor.name}</h2>
        </div>
      </header>
      {why !== undefined && <p className="edit-shut">{why}</p>}
      {schemas ? (
        <CharacterForm key={id} id={id} world={{ state, lore }} schemas={schemas} />
      ) : problem !== undefined ? (
        <RetryAlert problem={problem} again={again} />
      ) : (
        <p className="quiet">Reading the fields…</p>
      )}
    </Scroll>
  )
}

interface World {
  state: GameState
  lore: Lore
}

/** The state and prose that a new edit is based on: with everything that was saved since the form was drawn. */
function worldNow(world: World): World {
  const { present } = useSession.getState()
  return present ? { state: present.state, lore: present.lore } : world
}

function valueIn(value: unknown, keys: readonly string[]): Json | undefined {
  let at = value
  for (const key of keys) at = typeof at === 'object' && at !== null && !Array.isArray(at) ? own(at as JsonObject, key) : undefined
  return at as Json | undefined
}

/** The edits of a character's sheet or front matter. */
const edits =
  (id: string, world: World, file: 'sheet' | 'about'): Edit<WorldEdit> =>
  (keys, change) => {
    const { state, lore } = worldNow(world)
    const now = valueIn(file === 'sheet' ? own(state.actors, id) : own(lore.actors, id), keys)
    const to = change(now)
    const isSame = same(to, now ?? null) || (to === null && now === '')
    return isSame ? [] : [{ op: 'put-character', id, [file]: [{ keys: [...keys], to, was: now ?? null }] }]
  }

const beliefEdits =
  (id: string, world: World): Edit<WorldEdit> =>
  ([claim, ...keys], change) => {
    const beliefs = own(worldNow(world).lore.actors, id)?.beliefs
    if (claim === undefined) {
      const left = change(beliefs as unknown as Json)
      const gone = Object.keys(beliefs ?? {}).filter((one) => !isObject(left) || !Object.hasOwn(left, one))
      return gone.map((one) => ({ op: 'remove-belief', who: id, claim: one }))
    }
    const now = valueIn(beliefs, [claim, ...keys])
    const to = change(now)
    if (keys.length === 0) return to === null ? [{ op: 'remove-belief', who: id, claim }] : [{ op: 'put-belief', who: id, claim, fields: {} }]
    return same(to, now ?? null) ? [] : [{ op: 'put-belief', who: id, claim, fields: { [keys[0] ?? '']: to } }]
  }

/** The keys of each section, in order. What anybody can see comes first; the rest is for the DM, and for a player's own seat. */
const SEEN = ['public', 'pronoun', 'location', 'stats', 'max', 'conditions', 'inventory', 'tags']
const PRIVATE = ['wants', 'fears', 'voice', 'says', 'type']
const DM_ONLY = ['attitude', 'reveals']

interface FormProps {
  id: string
  world: World
  schemas: Schemas
}

function CharacterForm({ id, world, schemas }: FormProps): ReactElement | null {
  const names = useNames()
  const labels = useSession((s) => s.present?.campaign.statLabels)
  const { state, lore } = world
  const maxima = useMemo(() => {
    const all = new Set(Object.values(state.actors).flatMap(({ max }) => Object.keys(max)))
    return Object.fromEntries(Object.entries(labels ?? {}).filter(([stat]) => all.has(stat)))
  }, [state.actors, labels])
  const occasions = useMemo(() => [...new Set(Object.values(lore.actors).flatMap(({ says }) => Object.keys(says)))], [lore.actors])
  const actor = own(state.actors, id)
  const prose = own(lore.actors, id)
  if (!actor) return null
  const { before, text } = splitHeading(prose?.about ?? '')
  const at = `character:${id}`
  const part = (keys: readonly string[]): ReactNode =>
    keys.map((key) => {
      const file = schemas.sheet.some((one) => one.key === key) ? 'sheet' : 'about'
      return (
        <FormFields
          key={key}
          fields={schemas[file].filter((one) => one.key === key)}
          labels={t.fields}
          numbers={key === 'max' ? maxima : (labels ?? {})}
          at={at}
          value={(file === 'sheet' ? actor : (prose ?? {})) as unknown as Json}
          edit={edits(id, world, file)}
          names={names}
        />
      )
    })
  const secret = (
    <>
      <DraftField
        field={`${at}/text`}
        label={t.about}
        hint={before === '' ? '' : t.aboutHint}
        now={text.trim()}
        isProse
        edits={(typed) => {
          const now = splitHeading(own(worldNow(world).lore.actors, id)?.about ?? '').text
          return typed.trim() === now.trim() ? [] : [{ op: 'put-character', id, text: { to: typed, was: now } }]
        }}
      />
      {part([...PRIVATE, ...(actor.kind === 'npc' ? DM_ONLY : [])])}
    </>
  )
  return (
    <div className="edit-form">
      <FormSuggestions keys={occasions} />
      <DraftField
        field={`${at}/name`}
        label={t.fields.name}
        now={actor.name}
        most={200}
        hint={(typed) => nameHint(typed, id)}
        edits={(typed) => {
          const name = typed.trim()
          return name === '' ? 'Enter a name.' : name === actor.name ? [] : [{ op: 'put-character', id, name }]
        }}
      />
      <p className="cast-id">
        <span className="quiet">ID</span> <code>{id}</code>
        <Button label="Change…" small aria-haspopup="dialog" onClick={() => useSession.setState({ dialog: 'character-id' })} />
        <Button label="Edit the files" small onClick={() => openAt(`${actorFolder(actor.kind, id)}/ABOUT.md`)} />
      </p>
      <PortraitField id={id} name={actor.name} npc={actor.kind === 'npc'} />
      {actor.kind === 'player' && <SeatFields id={id} actors={state.actors} />}
      {part(SEEN)}
      <div className="secret">
        <span className="secret-mark">
          <EyeOff size={13} aria-hidden="true" /> {actor.kind === 'npc' ? t.onlyDm : t.onlyOwn}
        </span>
        {secret}
        <Ties id={id} state={state} names={names} />
        <Beliefs id={id} world={world} fields={schemas.belief} names={names} />
      </div>
    </div>
  )
}

function Beliefs({ id, world, fields, names }: { id: string; world: World; fields: readonly FormField[]; names: Names }): ReactElement {
  const beliefs = own(world.lore.actors, id)?.beliefs ?? {}
  return (
    <FormFields
      fields={[{ key: 'beliefs', hint: '', shape: { kind: 'map', names: 'fact', of: fields.filter(({ key }) => key !== 'beat') } }]}
      labels={t.fields}
      at={`character:${id}`}
      value={{ beliefs } as unknown as Json}
      edit={([, ...keys], change) => beliefEdits(id, world)(keys, change)}
      names={namesWithout(names, 'character', id)}
    />
  )
}

const TIE: readonly FormField[] = [
  { key: 'to', hint: '', shape: { kind: 'text', names: 'character' } },
  { key: 'type', hint: 'KIN, KNOWS, LOVES, HATES, OWES, SERVES, ALLY, RIVAL or another word.', shape: { kind: 'text' } },
  {
    key: 'value',
    hint: 'From −100, hatred, to 100, devotion.',
    shape: { kind: 'number', whole: false, min: MIN_STANDING, max: MAX_STANDING, words: standingWords }
  },
  { key: 'text', hint: 'To stand before the other name: sister of.', shape: { kind: 'text' } }
]

/** The relationships that begin with a character. */
function Ties({ id, state, names }: { id: string; state: GameState; names: Names }): ReactElement {
  const ties = Object.fromEntries(Object.entries(state.relationships).filter(([key]) => relationshipOf(state, key)?.from === id))
  const put = (key: string, fields: JsonObject): WorldEdit => ({ op: 'put-story', kind: 'relationship', id: key, fields })
  const add = (to: string): Promise<unknown> => {
    const key = freeId(`${id}-${to}`, (one) => Object.hasOwn(state.relationships, one))
    return editWorld([put(key, { from: id, to, type: 'KNOWS', value: 0 })])
  }
  return (
    <Entries
      title={t.ties}
      entries={ties}
      labelOf={(_, key) => titleOf(names, 'character', relationshipOf(state, key)?.to ?? key)}
      adds={t.addTie}
      named={t.addTie}
      ids="relationship"
      isCopied
      isTaken={(key) => Object.hasOwn(state.relationships, key)}
      fresh={(): Json => ({})}
      adder={<AddName label={t.addTie} kind="character" names={names} without={(other) => other === id} onChoose={add} />}
      onChange={async (next) => {
        const removed = Object.keys(ties).filter((key) => !Object.hasOwn(next, key))
        if (removed.length > 0) return (await removeNames({ kind: 'relationship', ids: removed })) || undefined
        const added = Object.entries(next).filter(([key]) => !Object.hasOwn(ties, key))
        return editWorld(added.map(([key, entry]) => put(key, entry as JsonObject)))
      }}
    >
      {(key, entry) => (
        <FormFields
          fields={TIE}
          labels={t.tie}
          at={`relationship:${key}`}
          value={entry}
          edit={([field = ''], change) => {
            const now = valueIn(own(useSession.getState().present?.state.relationships, key), [field])
            const to = change(now)
            return same(to, now ?? null) ? [] : [put(key, { [field]: to })]
          }}
          names={namesWithout(names, 'character', id)}
        />
      )}
    </Entries>
  )
}
