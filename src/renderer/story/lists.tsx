import { useMemo, type ReactElement } from 'react'
import { findNames } from '../fields/find-names'
import { fieldTexts } from '../fields/texts'
import { useSession } from '../session'
import { Chooser } from '../ui/Chooser'
import { copyEvents, copyFacts, mergeFact, moveEvents, removeEvents, removeFacts, retitleEvent, retitleFact, stepEvents } from './edits'
import type { RowAction } from '../ui/RowMenu'
import type { EventRow, FactRow } from './rows'
import { focusForm, focusStory, select, useStory } from './state'
import { StoryList } from './StoryList'
import { storyTexts as t } from './texts'

export const edit: RowAction = { label: t.menu.edit, keys: 'enter', isAlone: true, isReading: true, run: () => focusForm() }
export const rename: RowAction = { label: t.menu.rename, keys: 'f2', isAlone: true, run: ([id = '']) => useStory.set({ naming: { id } }) }
export const changeId: RowAction = { label: t.menu.id, keys: '', isAlone: true, run: () => useSession.setState({ dialog: 'story-id' }) }

export const EVENT_ACTIONS: readonly RowAction[] = [
  edit,
  rename,
  changeId,
  { label: t.menu.copy, keys: 'mod+d', run: copyEvents },
  { label: t.menu.up, keys: 'alt+up', run: (ids) => stepEvents(ids, -1) },
  { label: t.menu.down, keys: 'alt+down', run: (ids) => stepEvents(ids, 1) },
  { label: t.menu.remove, keys: 'delete', run: removeEvents }
]

/** What can be done with facts; `ids` are all that are shown. */
export const factActions = (ids: readonly string[]): readonly RowAction[] => [
  edit,
  rename,
  changeId,
  { label: t.menu.merge, keys: '', isAlone: true, run: ([id]) => useStory.set({ merging: id }) },
  { label: t.menu.copy, keys: 'mod+d', run: copyFacts },
  { label: t.menu.remove, keys: 'delete', run: (chosen) => removeFacts(chosen, ids) }
]

/** The story events on a board, in their order. */
export function Events({ rows }: { rows: readonly EventRow[] }): ReactElement {
  const selected = useStory((s) => s.selected.events)
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  return (
    <StoryList
      label={t.tabs.events}
      ids={rows.map(({ id }) => id)}
      nameOf={(id) => byId.get(id)?.title ?? id}
      selected={selected}
      height={88}
      actions={EVENT_ACTIONS}
      onSelect={(ids) => select('events', ids)}
      onRename={(id, title) => void retitleEvent(id, title)}
      onMove={(ids, target, isBelow) => void moveEvents(ids, target, isBelow)}
      renderRow={(id, name) => {
        const row = byId.get(id)
        if (!row) return name
        const facts = (all: readonly string[]): string => all.join(', ')
        return (
          <>
            <div className="story-head">
              {name}
              {row.isClimax && <span className="story-climax">{t.climax}</span>}
              <span className={`story-now is-${row.now}`}>{row.now === 'waiting' ? t.waits(facts(row.missing)) : t.now[row.now]}</span>
            </div>
            <p className="quiet clip">{[row.place, row.aim === row.title ? '' : row.aim].filter(Boolean).join(' · ')}</p>
            <p className="clip story-facts">{`${t.begins(facts(row.starts))} · ${t.ends(facts(row.ends))}`}</p>
          </>
        )
      }}
    />
  )
}

/** The facts, by id. */
export function Facts({ rows }: { rows: readonly FactRow[] }): ReactElement {
  const selected = useStory((s) => s.selected.facts)
  const ids = rows.map(({ id }) => id)
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  return (
    <>
      <StoryList
        label={t.tabs.facts}
        ids={ids}
        nameOf={(id) => byId.get(id)?.title ?? id}
        selected={selected}
        height={44}
        actions={factActions(ids)}
        onSelect={(ids) => select('facts', ids)}
        onRename={(id, title) => void retitleFact(id, title)}
        renderRow={(id, name) => {
          const row = byId.get(id)
          return (
            <div className="story-head">
              {name}
              {row?.title !== id && <code className="quiet">{id}</code>}
              <span className="numbers">{row?.value || t.noValue}</span>
              {row?.isUnset && <span className="story-unset">{t.unset}</span>}
              {row?.isIdle && <span className="quiet">{t.idle}</span>}
            </div>
          )
        }}
      />
      <MergeFact rows={rows} />
    </>
  )
}

/** The choice of the fact that takes the place of the one to be merged. */
export function MergeFact({ rows }: { rows: readonly FactRow[] }): ReactElement | null {
  const merging = useStory((s) => s.merging)
  if (merging === undefined) return null
  return (
    <Chooser
      title={t.mergeTitle(rows.find(({ id }) => id === merging)?.title ?? merging)}
      placeholder={fieldTexts.placeholder}
      none={t.mergeNone}
      find={(query) =>
        findNames(
          rows.map(({ id, title }) => ({ kind: 'fact', id, title })),
          'fact',
          (id) => id === merging
        )(query).filter(({ id }) => rows.some((one) => one.id === id))
      }
      onChoose={({ id }) => void mergeFact(merging, id)}
      onClose={() => {
        useStory.set({ merging: undefined })
        focusStory()
      }}
    />
  )
}
