import { ChevronRight, Lock } from 'lucide-react'
import { useEffect, useState, type ReactElement } from 'react'
import type { GameState } from '../../shared/story/state'
import type { Retry } from '../../shared/table/turns'
import { useSession } from '../session'
import { hueOf } from '../../shared/story/hues'
import type { LiveTurn } from '../store/live'
import { dollars } from '../ui/amounts'
import { nameOf } from '../ui/names'
import { draftsOf, isDrafting, thoughtOf, type Drafted } from './draft-text'
import { logTexts as t } from './texts'

type Actors = GameState['actors'] | undefined

/** The drafts of models, at the end of the log. Players who were called on together write at the same time. */
export function Drafts({ actors }: { actors: Actors }): ReactElement {
  const live = useSession((s) => s.live)
  return <>{live.map((turn) => isDrafting(turn) && <Draft key={turn.turn} live={turn} actors={actors} />)}</>
}

/** One turn: a draft in its character's colour until the beat is saved. Thoughts are folded; the cost is that of the answers so far. */
function Draft({ live, actors }: { live: LiveTurn; actors: Actors }): ReactElement {
  const talk = useSession((s) => s.desk.talk)
  const name = nameOf(actors, live.who)
  const drafts = draftsOf(live)
  const thought = thoughtOf(live)
  const last = live.parts.at(-1)
  return (
    <article className={`draft hue-${hueOf(actors, live.who)}`} aria-label={`Draft by ${name}`}>
      {drafts.map((one, i) => (
        <Words key={i} drafted={one} actors={actors} name={name} talk={talk} />
      ))}
      {last?.kind === 'retry' && <Waiting key={live.parts.length} retry={last.retry} />}
      {drafts.length === 0 && last?.kind !== 'retry' && thought === '' && <p className="draft-quiet">{t.thinking(name)}</p>}
      {thought !== '' && (
        <details className="draft-thought">
          <summary>
            <ChevronRight size={13} aria-hidden="true" /> {drafts.length === 0 ? t.thinking(name) : 'Thoughts'}
          </summary>
          <p>{thought}</p>
        </details>
      )}
      {live.usage?.cost !== undefined && <p className="draft-quiet numbers">{`This turn has cost ${dollars(live.usage.cost)} so far.`}</p>}
    </article>
  )
}

function Words({ drafted, actors, name, talk }: { drafted: Drafted; actors: Actors; name: string; talk: boolean }): ReactElement {
  if (drafted.kind === 'told') return <p className="told">{drafted.text}</p>
  if (drafted.kind === 'done') return <p className="draft-quiet">{`${name} is calling ${drafted.tool.replaceAll('_', ' ')}…`}</p>
  if (drafted.kind === 'private')
    return (
      <p className="draft-quiet">
        <Lock size={12} aria-hidden="true" /> {talk ? drafted.text : `${name} is talking in private…`}
      </p>
    )
  return (
    <p className={`said hue-${hueOf(actors, drafted.by)}`}>
      <span className="who">{nameOf(actors, drafted.by)}</span> {drafted.text}
    </p>
  )
}

/** The reason for a retry, and the remaining wait. */
function Waiting({ retry: { words, ms } }: { retry: Retry }): ReactElement {
  const [left, setLeft] = useState(ms)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setLeft(Math.max(0, ms - (performance.now() - began))), 500)
    return () => clearInterval(timer)
  }, [ms])
  return (
    <p className="draft-quiet numbers">
      {words} {t.secondsLeft(Math.ceil(left / 1000))}
    </p>
  )
}
