import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import type { BeatDetail, Cited } from '../../shared/story/play'
import { FileLink } from '../files/FileLink'
import { openAt } from '../files/open-at'
import { fileTexts } from '../files/texts'
import { rulingsAbout } from '../files/make-ruling'
import { RulingButton } from '../files/RulingButton'
import { Prose } from '../prose/Prose'
import { arrange, useSession } from '../session'
import { useSubject } from '../subjects'
import { hueOf } from '../../shared/story/hues'
import { agentName, nameOf } from '../ui/names'
import { Blank, LinkButton, Scroll } from '../ui/Parts'
import { texts } from '../ui/texts'
import { beatTexts as t } from './texts'
import './agents.css'
import { CallView, BeatChanges, Rolls, PanelSection } from './Call'
import { WhyLines, WhyNotes, WhyScene, WhyTurn } from './Why'
import './inspector/turn.css'

/** Everything about the beat at the cursor: the actor, the action, the dice and the changes. */
export function BeatPanel(): ReactElement {
  const id = useSession((s) => s.cursor ?? s.present?.head)
  const beat = useSession((s) => (id === undefined ? undefined : s.beats.byId.get(id)))
  const loaded = useSession((s) => s.detail)
  const actors = useSession((s) => s.snapshot?.state.actors)
  const detail = loaded?.beat.id === id ? loaded : undefined
  const subject = useSubject(beat)
  const foreign = beat?.kind === 'foreign'
  if (!beat) return <Blank title="No beat yet">The table’s first action creates the first beat.</Blank>
  return (
    <Scroll className="panel beat" label={t.title}>
      <header>
        <p className="panel-over numbers">
          {t.title} {beat.n} · {foreign ? texts.foreign : beat.action}
        </p>
        <h2 className="beat-subject">{subject}</h2>
        {!foreign && <RulingButton commit={beat.id} />}
      </header>
      <dl className="facts">
        {!foreign && (
          <>
            <dt>By</dt>
            <dd className={`hue-${hueOf(actors, beat.as ?? beat.actor)} hued`}>
              {nameOf(actors, beat.as ?? beat.actor)}
              {beat.as ? ` (${nameOf(actors, beat.actor)})` : ''}
            </dd>
          </>
        )}
        {beat.agent && (
          <>
            <dt>Agent</dt>
            <dd>
              {agentName(beat.agent)} <LinkButton label="Inspect turn" onClick={() => arrange({ view: 'agents' })} />
            </dd>
          </>
        )}
        <dt>Time</dt>
        <dd className="numbers">{new Date(beat.time).toLocaleString()}</dd>
        <dt>Commit</dt>
        <dd className="mono">{beat.id.slice(0, 10)}</dd>
      </dl>
      {!foreign && <WhyLines commit={beat.id} />}
      <WhyNotes commit={beat.id} />
      <Rulings n={beat.n} />
      {detail && detail.beat.rolls.length > 0 && (
        <PanelSection title={t.rolls}>
          <Rolls rolls={detail.beat.rolls} />
        </PanelSection>
      )}
      {detail ? <Rest detail={detail} /> : <p className="quiet">{texts.loading}</p>}
      <WhyScene beat={beat} />
      <WhyTurn key={beat.id} beat={beat} />
    </Scroll>
  )
}

function Rest({ detail }: { detail: BeatDetail }): ReactElement {
  return (
    <>
      {detail.beat.kind !== 'foreign' && (
        <PanelSection title="Tool calls">
          {detail.toolCalls.length === 0 && <p className="quiet">This beat has no recorded tool calls.</p>}
          {detail.toolCalls.map((one, i) => (
            <CallView key={i} call={one} at={detail.beat.parent} />
          ))}
        </PanelSection>
      )}
      <PanelSection title={t.changes}>
        {detail.files.length === 0 ? <p className="quiet">This commit changed no file.</p> : <BeatChanges changes={detail.changes} />}
      </PanelSection>
      {detail.cites.length > 0 && (
        <PanelSection title="Rulings cited">
          {detail.cites.map((cited) => (
            <Ruling key={cited.path} {...cited} />
          ))}
        </PanelSection>
      )}
      {detail.files.length > 0 && (
        <PanelSection title="Files">
          <ul className="files mono">
            {detail.files.map((file) => (
              <li key={file}>
                <FileLink path={file} />
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </>
  )
}

const Ruling = ({ path, title, text }: Cited): ReactElement => (
  <details className="cited">
    <summary title={path}>
      <ChevronRight size={13} aria-hidden="true" /> {title}
    </summary>
    <Prose text={text} />
    <LinkButton label={fileTexts.open} onClick={() => openAt(path)} />
  </details>
)

function Rulings({ n }: { n: number }): ReactElement | null {
  const present = useSession((s) => s.present)
  const line = useSession((s) => s.line)
  const rulings = rulingsAbout({ present, line }, n)
  if (rulings.length === 0) return null
  return (
    <PanelSection title={texts.rulings.title}>
      {rulings.map(({ path, title, body }) => (
        <Ruling key={path} path={path} title={title} text={body} />
      ))}
    </PanelSection>
  )
}
