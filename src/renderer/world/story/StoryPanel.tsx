import { useMemo, useState, type ReactElement } from 'react'
import { type Json, own } from '../../../shared/base/json'
import { fold, slug } from '../../../shared/story/names'
import { EVERYBODY, MAX_STANDING, MIN_STANDING } from '../../../shared/story/story-state'
import type { NameKind } from '../../../shared/contract/language-calls'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { standingWords } from '../../../shared/words/standing-words'
import { uneditableReason } from '../../editing'
import { loreAtCursor, useSession } from '../../session'
import { SearchField, SelectField, Suggestions } from '../../ui/Field'
import { Blank, Button, Scroll } from '../../ui/Parts'
import { editWorld, removeNames } from '../../fields/save-edits'
import { CheckboxField } from '../../fields/CheckboxField'
import { DraftField } from '../../fields/DraftField'
import { Entries } from '../../fields/Entries'
import { FactsField } from '../../fields/FactsField'
import { findNames, namesWithout, type Names } from '../../fields/find-names'
import { chosenName, useNames } from '../../fields/names'
import { NamesField } from '../../fields/NamesField'
import { NumberField } from '../../fields/NumberFields'
import { freeId, same } from '../../fields/field-values'
import { fieldTexts } from '../../fields/texts'
import { Chooser } from '../../ui/Chooser'
import '../edit/forms/forms.css'
import { focusOutline } from '../edit/focus'
import { STORY_FIELDS, LISTS, type ListKind, type StoryField } from './fields'
import { asEntry, entriesOf, freshFields, isBeliefOrNarrative, labelOf, putEntry, removeBeliefOrNarrative, type StoryWorld } from './lists'
import { showEntry, storyList } from './shown'
import './story.css'
import { storyTexts as t } from './texts'
import { idsOf, textOf, valueOf } from './values'
import { WhoEntries } from './WhoEntries'
import { AddWho, WhoField } from './WhoField'
const PAGE = 50

/** The quests, factions, relationships, threads, beliefs and narratives of the story, for viewing and editing. */
export function StoryPanel(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const why = useSession(uneditableReason)
  const kind = storyList((s) => s.kind)
  if (!state) return <Blank title="No campaign is open." />
  return (
    <Scroll className="panel edit story" label={t.tab} onEscape={focusOutline}>
      <fieldset className="part-choice" aria-label="What is listed">
        {LISTS.map((one) => (
          <Button label={t.lists[one]} small key={one} aria-pressed={kind === one} onClick={() => storyList.set({ kind: one, query: '' })} />
        ))}
      </fieldset>
      {why !== undefined && <p className="edit-shut">{why}</p>}
      {lore ? <List key={kind} kind={kind} world={{ state, lore }} /> : <p className="quiet">Reading the story…</p>}
    </Scroll>
  )
}

function List({ kind, world }: { kind: ListKind; world: StoryWorld }): ReactElement {
  const { state, lore } = world
  const query = storyList((s) => s.query)
  const chosen = storyList((s) => s.who)
  const inspected = useSession((s) => s.inspectedActor)
  const [shown, setShown] = useState(PAGE)
  const names = useNames()
  const [copying, setCopying] = useState<readonly string[]>()
  const people = useMemo(() => Object.entries(state.actors).map(([value, { name }]) => ({ value, label: name })), [state.actors])
  const who =
    kind === 'belief' ? [chosen, inspected, people[0]?.value].find((id) => id !== undefined && own(state.actors, id) !== undefined) : undefined
  const all = entriesOf(world, kind, who)
  const found = useMemo(() => {
    const words = fold(query).split(/\s+/).filter(Boolean)
    const ids = Object.keys(all)
    if (words.length === 0) return ids
    return ids.filter((id) => {
      const text = fold(`${id} ${labelOf({ state, lore }, kind, id, all[id] ?? null)}`)
      return words.every((word) => text.includes(word))
    })
  }, [all, query, kind, state, lore])
  const listed = Object.fromEntries(found.map((id) => [id, all[id] ?? null]))
  const claims = useMemo(() => claimsByName(world), [world])
  if ((kind === 'belief' || kind === 'relationship') && people.length === 0)
    return (
      <Blank title="This campaign has no characters yet.">
        Relationships and beliefs belong to characters. Create one in the Cast first (key 8).
      </Blank>
    )
  // Adds the new entries of the list, saves the changed ones and removes the missing ones.
  const change = (next: Readonly<Record<string, Json>>, gone: readonly string[]): WorldEdit[] => [
    ...Object.entries(next).flatMap(([id, entry]) => {
      const before = Object.hasOwn(listed, id) ? asEntry(kind, listed[id]) : {}
      const changed = Object.entries(asEntry(kind, entry)).filter(([key, value]) => !same(own(before, key) ?? null, value))
      return Object.hasOwn(listed, id) && changed.length === 0 ? [] : putEntry(kind, who, id, Object.fromEntries(changed))
    }),
    ...gone.flatMap((id) => removeBeliefOrNarrative(kind, who, id))
  ]
  const save = async (next: Readonly<Record<string, Json>>): Promise<unknown> => {
    const gone = Object.keys(listed).filter((id) => !Object.hasOwn(next, id))
    if (gone.length === 0 || isBeliefOrNarrative(kind)) return editWorld(() => change(next, gone))
    return (await removeNames({ kind, ids: gone })) || undefined
  }
  const relate = async (from = '', to = ''): Promise<void> => {
    const id = freeId(slug(`${from}-${to}`), (one) => Object.hasOwn(state.relationships, one))
    if (await editWorld(putEntry('relationship', undefined, id, { from, to, type: 'KNOWS', value: 0 })))
      showEntry('relationship', id, Object.keys(all).length < shown)
  }
  const key = NAME_KEYS[kind]
  const rest = found.length - shown
  return (
    <div className="edit-form">
      {kind === 'belief' && (
        <SelectField label="Whose beliefs" options={people} value={who ?? ''} onChange={(value) => storyList.set({ who: value })} />
      )}
      {(Object.keys(all).length > 0 || query !== '') && (
        <>
          <SearchField label="Search the list" query={query} onQuery={(value) => storyList.set({ query: value })} />
          <output className="quiet numbers story-count">
            {found.length === Object.keys(all).length ? `${Object.keys(all).length}` : `${found.length} of ${Object.keys(all).length}`}
          </output>
        </>
      )}
      {found.length === 0 && <p className="quiet">{query === '' ? t.empty[kind] : 'Nothing matches the search.'}</p>}
      <Entries
        title={t.lists[kind]}
        entries={listed}
        drawn={shown}
        labelOf={(entry, id) => labelOf(world, kind, id, entry)}
        adds={t.adds[kind]}
        named={t.named[kind]}
        list={kind === 'belief' ? 'story-claims' : undefined}
        isTaken={(id) => Object.hasOwn(all, id)}
        {...(kind === 'belief' ? { idFor: (name: string) => claims.get(fold(name)) ?? slug(name) } : {})}
        {...(key === undefined
          ? {}
          : {
              names: {
                of: (entry: Json) => nameOf(asEntry(kind, entry), kind),
                put: (entry: Json, name: string): Json => ({ ...asEntry(kind, entry), [key]: name })
              }
            })}
        ids={ID_KINDS[kind]}
        isCopied={kind === 'relationship'}
        {...(kind === 'belief' ? { more: [{ label: t.copyBelief, keys: 'mod+d', run: setCopying }] } : {})}
        fresh={(_, name): Json => freshFields(kind, name)}
        {...(kind === 'relationship' ? { adder: <AddWho label={t.adds.relationship} titles={t.ends} onChoose={relate} /> } : {})}
        onChange={save}
      >
        {(id, entry) => <EntryFields kind={kind} id={id} who={who} entry={asEntry(kind, entry)} names={names} />}
      </Entries>
      {copying && (
        <Chooser
          title={t.copyBelief}
          placeholder={fieldTexts.placeholder}
          none={t.noOther}
          find={findNames(names, 'character', (id) => id === who)}
          onChoose={({ id: option }) =>
            void chosenName('character', option).then((to) => {
              if (to === undefined) return undefined
              const believed = copying.map((claim): WorldEdit => {
                const { beat: _, ...fields } = asEntry(kind, all[claim])
                return { op: 'put-belief', who: to, claim, fields }
              })
              return editWorld(believed).then((done) => done && storyList.set({ who: to }))
            })
          }
          onClose={() => setCopying(undefined)}
        />
      )}
      {rest > 0 && (
        <Button label={`Show ${Math.min(PAGE, rest)} more of ${rest}`} small className="more-rows" onClick={() => setShown(shown + PAGE)} />
      )}
      <StorySuggestions world={world} />
    </div>
  )
}

/** The key of an entry's name. Relationships and beliefs have the names of others. */
const NAME_KEYS: Readonly<Partial<Record<ListKind, string>>> = { quest: 'name', faction: 'name', thread: 'text', narrative: 'name' }

/** The kinds of the ids that can be changed. A belief has the id of its claim. */
const ID_KINDS: Readonly<Record<ListKind, NameKind | undefined>> = {
  quest: 'quest',
  faction: 'faction',
  relationship: 'relationship',
  thread: 'thread',
  belief: undefined,
  narrative: 'event'
}

/** The name of an entry, also under the key of older files. */
function nameOf(entry: Readonly<Record<string, Json>>, kind: ListKind): string {
  const { key = '', old = '' } = STORY_FIELDS[kind].find(({ key: one }) => one === NAME_KEYS[kind]) ?? {}
  return textOf('text', own(entry, key) ?? own(entry, old))
}

/** The ids of narratives, events and facts by their folded names. */
function claimsByName({ state, lore }: StoryWorld): Map<string, string> {
  const claims = [
    ...Object.entries(lore.narratives).map(([id, { name }]): [string, string] => [id, name]),
    ...lore.story.map(({ id, title }): [string, string] => [id, title]),
    ...Object.keys(state.facts).map((id): [string, string] => [id, id])
  ]
  return new Map(
    claims.flatMap(([id, name]): [string, string][] => [
      [fold(name), id],
      [fold(id), id]
    ])
  )
}

interface EntryProps {
  kind: ListKind
  id: string
  who: string | undefined
  entry: Readonly<Record<string, Json>>
  names: Names
}

function EntryFields({ kind, id, who, entry, names }: EntryProps): ReactElement {
  // An edit is based on what is saved when it runs: an earlier one may not be in view yet.
  const savedNow = (key: string): Json | undefined => {
    const { present } = useSession.getState()
    return present ? own(asEntry(kind, own(entriesOf(present, kind, who), id)), key) : undefined
  }
  const put = (key: string, value: Json): WorldEdit[] => (same(savedNow(key) ?? null, value) ? [] : putEntry(kind, who, id, { [key]: value }))
  return (
    <>
      {STORY_FIELDS[kind].map((field) => {
        const { kind: of } = field
        const at = `${kind}:${who ?? ''}:${id}/${field.key}`
        return of === 'who' ? (
          <WhoField
            key={field.key}
            label={field.label}
            hint={field.hint ?? ''}
            id={textOf('text', own(entry, field.key))}
            isOptional={!NEEDED.has(`${kind}/${field.key}`)}
            without={kind === 'relationship' ? textOf('text', own(entry, field.key === 'to' ? 'from' : 'to')) : (who ?? '')}
            onChoose={(chosen) => editWorld(() => put(field.key, chosen === '' ? null : chosen))}
          />
        ) : of === 'facts' ? (
          <FactsField
            key={field.key}
            field={at}
            label={field.label}
            facts={idsOf(own(entry, field.key))}
            names={names}
            edits={(facts) => put(field.key, facts.length === 0 ? null : facts)}
          />
        ) : of === 'quests' || of === 'people' ? (
          <NamesField
            key={field.key}
            label={field.label}
            hint={field.hint ?? ''}
            kind={of === 'quests' ? 'quest' : 'character'}
            names={of === 'quests' ? namesWithout(names, 'quest', id) : names.length === 0 ? names : [...EVERY_PLAYER, ...names]}
            ids={idsOf(own(entry, field.key))}
            onChange={(change) =>
              editWorld(() => {
                const ids = change(idsOf(savedNow(field.key)))
                return put(field.key, ids.length === 0 ? null : Object.fromEntries(ids.map((one) => [one, true])))
              })
            }
          />
        ) : of === 'roles' || of === 'standing' ? (
          <WhoEntries
            key={field.key}
            field={at}
            label={field.label}
            hint={field.hint ?? ''}
            value={own(entry, field.key)}
            what={of}
            names={names}
            without={id}
            edits={(change) => put(field.key, change(savedNow(field.key)))}
          />
        ) : of === 'warmth' ? (
          <NumberField
            key={field.key}
            at={at}
            label={field.label}
            hint={field.hint ?? ''}
            value={own(entry, field.key)}
            edit={(_, change) => put(field.key, change(savedNow(field.key)))}
            whole={false}
            min={MIN_STANDING}
            max={MAX_STANDING}
            words={standingWords}
          />
        ) : field.words ? (
          <Choice
            key={field.key}
            field={field}
            words={field.words}
            now={entry[field.key]}
            onPick={(value) => void editWorld(() => put(field.key, value))}
          />
        ) : (
          <DraftField
            key={field.key}
            field={at}
            label={field.label}
            hint={field.hint ?? ''}
            now={textOf(of, own(entry, field.key) ?? (field.old === undefined ? undefined : own(entry, field.old)))}
            {...(field.lines === undefined ? {} : { lines: field.lines, isProse: of === 'text' })}
            edits={(text) => {
              const typed = valueOf(
                of,
                text,
                own(entry, field.key),
                of === 'number' ? 'Enter a number, such as 0.5 or −20.' : 'Write one per line: a name, or a name, a colon and a value.'
              )
              if (typeof typed === 'string') return typed
              return typed.value === null && NEEDED.has(`${kind}/${field.key}`) ? 'This can’t be empty.' : put(field.key, typed.value)
            }}
          />
        )
      })}
      {kind === 'thread' && <CheckboxField label="Still open" on={entry['open'] !== false} edits={(on) => put('open', on)} />}
    </>
  )
}

/** In `known_to`, for every player. */
const EVERY_PLAYER: Names = [{ kind: 'character', id: EVERYBODY, title: t.everybody }]

const NEEDED: ReadonlySet<string> = new Set(['relationship/from', 'relationship/to', 'narrative/name', 'narrative/content', 'thread/text'])

interface ChoiceProps {
  field: StoryField
  words: readonly string[]
  now: Json | undefined
  onPick: (value: string) => void
}

function Choice({ field, words, now, onPick }: ChoiceProps): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const value = typeof now === 'string' ? now : ''
  const options = [
    ...(words.includes(value) ? [] : [{ value, label: value === '' ? t.unset : value }]),
    ...words.map((word) => ({ value: word, label: word }))
  ]
  if (closed) return <p className="quiet">{`${field.label}: ${value === '' ? t.unset : value}`}</p>
  return (
    <SelectField
      label={field.label}
      {...(field.hint === undefined ? {} : { hint: field.hint })}
      options={options}
      value={value}
      onChange={(picked) => picked !== value && onPick(picked)}
    />
  )
}

function StorySuggestions({ world: { state, lore } }: { world: StoryWorld }): ReactElement {
  const lists = {
    'story-claims': [...Object.values(lore.narratives).map(({ name }) => name), ...Object.keys(state.facts)]
  }
  return <Suggestions lists={lists} />
}
