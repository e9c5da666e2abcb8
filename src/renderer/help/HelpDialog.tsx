import { useMemo, useState, type ReactElement } from 'react'
import { Prose, ProseLinks, type LinkFinder } from '../prose/Prose'
import { Button, Scroll } from '../ui/Parts'
import { HELP_PAGES } from './pages'
import './help.css'

/** The pages of the help: a list, and the chosen page beside it. */
export default function HelpPages(): ReactElement {
  const [id, setId] = useState(HELP_PAGES[0]?.id)
  const page = HELP_PAGES.find((one) => one.id === id)
  const find: LinkFinder = useMemo(() => (target) => (HELP_PAGES.some((one) => one.id === target) ? { go: () => setId(target) } : undefined), [])
  return (
    <div className="help-pages">
      <nav className="help-list" aria-label="Pages">
        {HELP_PAGES.map((one) => (
          <Button label={one.title} small key={one.id} aria-current={one.id === id ? 'page' : undefined} onClick={() => setId(one.id)} />
        ))}
      </nav>
      {page && (
        <Scroll key={page.id} className="help-page" label={page.title}>
          <h3>{page.title}</h3>
          <ProseLinks value={find}>
            <Prose text={page.text} />
          </ProseLinks>
        </Scroll>
      )}
    </div>
  )
}
