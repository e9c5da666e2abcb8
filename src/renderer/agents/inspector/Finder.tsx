import { X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { useSession, type Session } from '../../session'
import { command } from '../../ui/commands'
import { nameOf } from '../../ui/names'
import { IconButton, Keys } from '../../ui/Parts'
import { Pick } from '../../ui/Pick'
import { SearchField } from '../../ui/Field'
import { onFocusSearch } from './focus-search'
import { openInspector, useInspector } from './state'
import type { Turns } from './reader'
import { inspectorTexts as t } from './texts'
import { counted } from '../../ui/amounts'
/** The branch at the cursor, if it is not the present one. */
const otherBranch = ({ present, cursor, beats }: Session): string | undefined => {
  const branch = cursor === undefined ? undefined : beats.trackOf.get(cursor)?.branch
  return branch === present?.branch ? undefined : branch
}

/** Search and filter above the list, and the number of visible turns. */
export function Finder({ shown, turns }: { shown: number; turns: Turns }): ReactElement {
  const query = useInspector((s) => s.query)
  const branch = useSession(otherBranch)
  const input = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      onFocusSearch(() => {
        input.current?.focus()
        input.current?.select()
      }),
    []
  )
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      if (query === '') input.current?.blur()
      openInspector({ query: '' })
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault()
      document.getElementById('turn-list')?.focus()
    }
  }
  return (
    <div className="finder">
      <div className="finder-search">
        <SearchField
          ref={input}
          label={t.search}
          placeholder="Prompts, thoughts, calls"
          query={query}
          onQuery={(query) => openInspector({ query })}
          onKeyDown={onKey}
        />
        {query === '' ? (
          <Keys shortcut={command('turns.find').shortcut ?? ''} />
        ) : (
          <IconButton label="Clear the search" icon={<X size={14} />} small onClick={() => openInspector({ query: '' })} />
        )}
      </div>
      <div className="finder-line">
        <Seats />
        <output className="quiet numbers">
          {turns.waiting
            ? t.loading
            : `${shown === turns.lines.length ? counted(turns.lines.length, 'turn') : `${shown.toLocaleString('en')} of ${counted(turns.lines.length, 'turn')}`}${branch === undefined ? '' : ` on ${branch}`}`}
        </output>
      </div>
    </div>
  )
}

const ALL = ''

function Seats(): ReactElement {
  const seat = useInspector((s) => s.seat)
  const actors = useSession((s) => s.snapshot?.state.actors)
  const agents = useSession((s) => s.present?.table.agents)
  const seats = Object.keys(agents ?? {}).sort((a, b) => Number(b === 'DM') - Number(a === 'DM'))
  const items = [{ value: ALL, label: 'All seats' }, ...seats.map((who) => ({ value: who, label: nameOf(actors, who) }))]
  return (
    <Pick
      label={t.seat}
      items={items}
      value={seat ?? ALL}
      align="start"
      onPick={(picked) => openInspector({ seat: picked === ALL ? undefined : picked })}
    />
  )
}
