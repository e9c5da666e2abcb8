import { ChevronRight } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { UnavailableTab } from '../inspector/UnavailableTab'

/** The unavailable actions of the acting character with their reasons. They are fetched when this is unfolded. */
export function Unavailable({ who, head }: { who: string; head: string }): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <details className="hand-withheld" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={13} aria-hidden="true" /> Unavailable actions
      </summary>
      {open && <UnavailableTab who={who} parent={head} />}
    </details>
  )
}
