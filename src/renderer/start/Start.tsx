import { CloudDownload, FolderOpen, PlayCircle, SquarePlus, X } from 'lucide-react'
import { useEffect, type ReactElement, type ReactNode } from 'react'
import { useSession } from '../session'
import { run } from '../ui/commands'
import { Button, IconButton, LinkButton, Tip } from '../ui/Parts'
import { texts } from '../ui/texts'
import { Gallery } from './Gallery'
import { pickFolder, forgetCampaign, loadRecent, openCampaign, openSample } from '../operations'
import { askCampaign } from './wanted-game'
import './start.css'

const t = {
  forget: 'Remove from list',
  unopened: (title: string, opening: boolean): string => `Proscenium ${opening ? 'couldn’t open' : 'didn’t reopen'} “${title}”`,
  opened: 'Opened'
} as const

/** The start page: the sample, a new campaign, a folder, recent campaigns, and the gallery, which comes first for newcomers. */
export function Start(): ReactElement {
  const busy = useSession((s) => s.busy > 0)
  const isNew = useSession((s) => s.recent?.length === 0)
  useEffect(() => void loadRecent(), [])
  return (
    <main className="start-view scrolls">
      <div className="start-page">
        <header className="start-head">
          <Arch />
          <h1>{texts.app}</h1>
          <p>A lit stage for your story. Draw a world, and a table of players plays it while you watch.</p>
        </header>
        <NotReopened />
        <ul className="doors">
          <Door
            main
            icon={<PlayCircle size={20} />}
            label="Open the sample"
            hint="“The Well”: a village, a well that has turned white, and what lies below. Ready to play."
            disabled={busy}
            onClick={() => void openSample()}
          />
          <Door
            icon={<SquarePlus size={20} />}
            label="New campaign…"
            hint="Creates a folder with a game in it."
            disabled={busy}
            onClick={() => askCampaign()}
          />
          <Door
            icon={<CloudDownload size={20} />}
            label={texts.clone.title}
            hint="Copies a campaign from a git server, with its history."
            disabled={busy}
            onClick={() => useSession.setState({ dialog: 'clone' })}
          />
          <Door
            icon={<FolderOpen size={20} />}
            label="Open folder…"
            hint="Opens a campaign, or creates one in a git repository."
            disabled={busy}
            onClick={() => void pickFolder()}
          />
        </ul>
        <p className="start-tour">
          New here? <LinkButton label="Take the tour of the sample" disabled={busy} onClick={() => run('tour')} /> It has five steps.
        </p>
        {isNew && <Gallery />}
        <Recent />
        {!isNew && <Gallery />}
      </div>
    </main>
  )
}

function NotReopened(): ReactElement | null {
  const lost = useSession((s) => s.host?.unopened)
  const busy = useSession((s) => s.busy > 0)
  if (!lost) return null
  return (
    <section className="not-reopened" role="alert" aria-label={t.unopened(lost.title, lost.opening)}>
      <div>
        <h2>{t.unopened(lost.title, lost.opening)}</h2>
        <p>
          {`${lost.why} This happened ${lost.opening ? 'while Proscenium opened the campaign' : 'less than a minute after the campaign was opened'}. Open it again only if you trust it.`}{' '}
          {texts.lostHint}
        </p>
        <p className="mono clip quiet" title={lost.dir}>
          {lost.dir}
        </p>
      </div>
      <Button label="Open" disabled={busy} aria-label={`Open “${lost.title}”`} onClick={() => void openCampaign(lost.dir)} />
    </section>
  )
}

function Arch(): ReactElement {
  return (
    <svg className="arch" viewBox="0 0 120 64" width="120" height="64" aria-hidden="true">
      <path className="arch-wings" d="M2 62V6h116v56H96C96 30 82 18 60 18S24 30 24 62z" />
      <path className="arch-light" d="M60 22c-18 0-30 11-31.500 40h63C90 33 78 22 60 22z" />
    </svg>
  )
}

interface DoorProps {
  icon: ReactNode
  label: string
  hint: string
  main?: boolean
  disabled: boolean
  onClick: () => void
}

function Door({ icon, label, hint, main, disabled, onClick }: DoorProps): ReactElement {
  return (
    <li>
      <button type="button" className={`door ${main ? 'main' : ''}`} disabled={disabled} onClick={onClick}>
        {icon}
        <b>{label}</b>
        <span>{hint}</span>
      </button>
    </li>
  )
}

function Recent(): ReactElement | null {
  const recent = useSession((s) => s.recent)
  const busy = useSession((s) => s.busy > 0)
  if (!recent) return null
  return (
    <section className="recent" aria-labelledby="recent">
      <h2 id="recent">Recent campaigns</h2>
      {recent.length === 0 && <p className="quiet">Campaigns that you open appear here. Open one from above and press Space.</p>}
      <ul>
        {recent.map((one) => (
          <li key={one.dir} className={one.missing ? 'missing' : ''}>
            <button type="button" className="recent-open" disabled={one.missing || busy} onClick={() => void openCampaign(one.dir)}>
              <b className="clip">{one.title}</b>
              <span className="recent-game">{one.missing ? 'Folder not found' : one.game}</span>
              <span className="recent-dir mono clip">{one.dir}</span>
              <span className="recent-when numbers">
                {new Date(one.opened).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })}
              </span>
            </button>
            <Tip text={t.forget} side="left">
              <IconButton label={`${t.forget}: ${one.title}`} icon={<X size={14} />} small onClick={() => void forgetCampaign(one.dir)} />
            </Tip>
          </li>
        ))}
      </ul>
    </section>
  )
}
