import type { ReactElement } from 'react'
import { findNames } from '../fields/find-names'
import { fieldTexts } from '../fields/texts'
import { useSession } from '../session'
import { counted } from '../ui/amounts'
import { Chooser } from '../ui/Chooser'
import * as edits from './edits'
import type { RowAction } from '../ui/RowMenu'
import type { ItemRow } from './items'
import type { EventRow, FactRow } from './rows'
import { focusForm, focusStory, useStory } from './state'
import { StoryList } from './StoryList'
import type { TableRow } from './tables'
import { storyTexts as t } from './texts'

/** What can be done with the rows of every tab, and with those of one. */
const actionsWith = (copy: RowAction['run'], remove: RowAction['run'], ...others: readonly RowAction[]): readonly RowAction[] => [
  { label: t.menu.edit, keys: 'enter', isAlone: true, isReading: true, run: () => focusForm() },
  { label: t.menu.rename, keys: 'f2', isAlone: true, run: ([id = '']) => useStory.set({ naming: { id } }) },
  { label: t.menu.id, keys: '', isAlone: true, run: () => useSession.setState({ dialog: 'story-id' }) },
  { label: t.menu.copy, keys: 'mod+d', run: copy },
  ...others,
  { label: t.menu.remove, keys: 'delete', run: remove }
]

export const EVENT_ACTIONS = actionsWith(
  edits.copyEvents,
  edits.removeEvents,
  { label: t.menu.up, keys: 'alt+up', run: (ids) => edits.stepEvents(ids, -1) },
  { label: t.menu.down, keys: 'alt+down', run: (ids) => edits.stepEvents(ids, 1) }
)

const MERGE: RowAction = { label: t.menu.merge, keys: '', isAlone: true, run: ([id]) => useStory.set({ merging: id }) }

/** What can be done with facts; `ids` are all that are shown. */
export const factActions = (ids: readonly string[]): readonly RowAction[] =>
  actionsWith(edits.copyFacts, (chosen) => edits.removeFacts(chosen, ids)).toSpliced(3, 0, MERGE)

/** The story events on a board, in their order. */
export const Events = ({ rows }: { rows: readonly EventRow[] }): ReactElement => (
  <StoryList
    tab="events"
    rows={rows}
    nameOf={(row) => row.title}
    height={88}
    actions={EVENT_ACTIONS}
    onRename={(id, title) => void edits.retitleEvent(id, title)}
    onMove={(ids, target, isBelow) => void edits.moveEvents(ids, target, isBelow)}
    renderRow={(row, name) => (
      <>
        <div className="story-head">
          {name}
          {row.isClimax && <span className="story-climax">{t.climax}</span>}
          <span className={`story-now is-${row.now}`}>{row.now === 'waiting' ? t.waits(row.missing.join(', ')) : t.now[row.now]}</span>
        </div>
        <p className="quiet clip">{[row.place, row.aim === row.title ? '' : row.aim].filter(Boolean).join(' · ')}</p>
        <p className="clip story-facts">{`${t.begins(row.starts.join(', '))} · ${t.ends(row.ends.join(', '))}`}</p>
      </>
    )}
  />
)

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** The facts, by id. */
export const Facts = ({ rows }: { rows: readonly FactRow[] }): ReactElement => (
  <>
    <StoryList
      tab="facts"
      rows={rows}
      nameOf={(row) => row.title}
      height={44}
      actions={factActions(idsOf(rows))}
      onRename={(id, title) => void edits.retitleFact(id, title)}
      renderRow={(row, name) => (
        <div className="story-head">
          {name}
          {row.title !== row.id && <code className="quiet">{row.id}</code>}
          <span className="numbers">{row.value || t.noValue}</span>
          {row.isUnset && <span className="story-unset">{t.unset}</span>}
          {row.isIdle && <span className="quiet">{t.idle}</span>}
        </div>
      )}
    />
    <MergeFact rows={rows} />
  </>
)

/** The items of the game, by name. */
export const Items = ({ rows }: { rows: readonly ItemRow[] }): ReactElement => (
  <StoryList
    tab="items"
    rows={rows}
    nameOf={(row) => row.name}
    height={66}
    actions={actionsWith(edits.copyItems, (chosen) => edits.removeItems(chosen, idsOf(rows)))}
    onRename={(id, name) => void edits.renameItem(id, name)}
    renderRow={(row, name) => (
      <>
        <div className="story-head">
          {name}
          <span className="quiet">{row.kind}</span>
        </div>
        <p className="quiet clip">{row.holders.length > 0 ? t.heldBy(row.holders.map((one) => one.name).join(', ')) : t.loose}</p>
      </>
    )}
  />
)

/** The tables of the game, by name. */
export const Tables = ({ rows }: { rows: readonly TableRow[] }): ReactElement => (
  <StoryList
    tab="tables"
    rows={rows}
    nameOf={(row) => row.name}
    height={66}
    actions={actionsWith(edits.copyTables, (chosen) => edits.removeTables(chosen, idsOf(rows)))}
    onRename={(id, name) => void edits.renameTable(id, name)}
    renderRow={(row, name) => (
      <>
        <div className="story-head">
          {name}
          <span className="quiet numbers">{`${row.dice} · ${counted(row.count, 'row')}`}</span>
        </div>
        <p className="quiet clip">{row.texts.join(' · ')}</p>
      </>
    )}
  />
)

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
      onChoose={({ id }) => void edits.mergeFact(merging, id)}
      onClose={() => {
        useStory.set({ merging: undefined })
        focusStory()
      }}
    />
  )
}
