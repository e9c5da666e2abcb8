import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Checkbox, SearchField } from '../ui/Field'
import { closeSearch, goToHit, searchFor, onField } from './search'
import { useTimeline } from './state'
import { IconButton } from '../ui/Parts'

/** The search for beats above the timeline: Enter moves to the next hit, Esc ends the search. */
export function SearchBar(): ReactElement | null {
  const finding = useTimeline((s) => s.finding)
  if (!finding) return null
  const { text, scope, hits, words, chosen, waiting } = finding
  const at = chosen === undefined ? -1 : hits.findIndex(({ id }) => id === chosen)
  return (
    <search className="finding">
      <SearchField
        ref={onField}
        label="Search beats"
        placeholder="Text of beats"
        query={text}
        onQuery={(text) => searchFor({ text })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closeSearch()
          else if (event.key === 'Enter') goToHit(event.shiftKey ? -1 : 1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <Checkbox label="All branches" checked={scope === 'all'} onChange={(isAll) => searchFor({ scope: isAll ? 'all' : 'line' })} />
      <output className="quiet numbers">
        {text.trim() === ''
          ? ''
          : `${hits.length === 0 ? (waiting ? '' : 'Nothing') : at < 0 ? `${hits.length.toLocaleString('en')} found` : `${(at + 1).toLocaleString('en')} of ${hits.length.toLocaleString('en')}`}${waiting ? ' …' : ''}`}
      </output>
      <span className="finding-words clip">{chosen === undefined ? '' : words.get(chosen)}</span>
      <IconButton label="Previous match" icon={<ChevronUp size={14} />} small disabled={hits.length === 0} onClick={() => goToHit(-1)} />
      <IconButton label="Next match" icon={<ChevronDown size={14} />} small disabled={hits.length === 0} onClick={() => goToHit(1)} />
      <IconButton label="Close search" icon={<X size={14} />} small onClick={closeSearch} />
    </search>
  )
}
