import { useMemo, type ReactElement } from 'react'
import { counted } from '../ui/amounts'
import { copyTables, removeTables, renameTable } from './edits'
import { changeId, edit, rename } from './lists'
import { select, useStory } from './state'
import { StoryList } from './StoryList'
import type { TableRow } from './tables'
import { storyTexts as t } from './texts'

/** The tables of the game, by name. */
export function Tables({ rows }: { rows: readonly TableRow[] }): ReactElement {
  const selected = useStory((s) => s.selected.tables)
  const ids = rows.map(({ id }) => id)
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  return (
    <StoryList
      label={t.tabs.tables}
      ids={ids}
      nameOf={(id) => byId.get(id)?.name ?? id}
      selected={selected}
      height={66}
      actions={[
        edit,
        rename,
        changeId,
        { label: t.menu.copy, keys: 'mod+d', run: copyTables },
        { label: t.menu.remove, keys: 'delete', run: (chosen) => removeTables(chosen, ids) }
      ]}
      onSelect={(chosen) => select('tables', chosen)}
      onRename={(id, name) => void renameTable(id, name)}
      renderRow={(id, name) => {
        const row = byId.get(id)
        return (
          <>
            <div className="story-head">
              {name}
              <span className="quiet numbers">{row && `${row.dice} · ${counted(row.count, 'row')}`}</span>
            </div>
            <p className="quiet clip">{row?.texts.join(' · ')}</p>
          </>
        )
      }}
    />
  )
}
