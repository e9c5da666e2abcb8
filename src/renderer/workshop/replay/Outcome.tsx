import type { ReactElement } from 'react'
import { GROUP_TITLES, type ComparedGroup } from '../../../shared/analysis/compare'
import type { Replayed, Skipped } from '../../../shared/contract/try-calls'
import { goTo } from '../../session'
import { ProblemPlace } from '../try/ProblemPlace'
import { replayTexts as t } from './texts'
import { counted } from '../../ui/amounts'
import { LinkButton } from '../../ui/Parts'

/** The result of a replay: the first difference, the skipped beats, and the differences at the end. */
export function Outcome({ replayed }: { replayed: Replayed }): ReactElement {
  const { beats, replayed: played, same, first, skipped, conflicts, stopped, groups, broken, otherEngine } = replayed
  return (
    <div className="replay-outcome">
      {broken.length > 0 && (
        <div className="try-broken">
          <p>The replay uses the rules of the last beat, because a changed file doesn’t load:</p>
          {broken.map((one) => (
            <ProblemPlace key={one.message} problem={one} />
          ))}
        </div>
      )}
      <p aria-live="polite">
        {`Replayed ${played} of ${counted(beats, 'beat')}; ${same} with the same words and dice.`} {first ? '' : 'The story stays the same.'}{' '}
        {otherEngine ? 'An older version of Proscenium recorded these beats, so some differences may come from the app.' : ''}
      </p>
      {stopped !== undefined && <p className="try-problem">{stopped}</p>}
      {first && <First first={first} />}
      <Left title="Left out, because the rules refuse it now" all={skipped} />
      <Left title="Edits that no longer fit" all={conflicts} />
      {first && (
        <section aria-label={t.end}>
          <h3>{t.end}</h3>
          {groups.length === 0 ? <p className="quiet">No other differences at the end.</p> : <Groups groups={groups} />}
        </section>
      )}
    </div>
  )
}

function First({ first }: { first: NonNullable<Replayed['first']> }): ReactElement {
  const { commit, n, was, is, rollsWere, rollsAre, changes } = first
  return (
    <section aria-label={t.first(n)}>
      <h3>
        {t.first(n)} <LinkButton label={`Go to beat ${n}`} onClick={() => goTo(commit)} />
      </h3>
      <dl className="replay-sides">
        <dt>Before</dt>
        <dd>
          {was} <span className="quiet">{rollsWere.join('; ')}</span>
        </dd>
        <dt>Now</dt>
        <dd>
          {is} <span className="quiet">{rollsAre.join('; ')}</span>
        </dd>
      </dl>
      <h4>After this beat</h4>
      <Groups groups={changes} />
    </section>
  )
}

const Groups = ({ groups }: { groups: readonly ComparedGroup[] }): ReactElement => (
  <dl className="replay-groups">
    {groups.map(({ kind, lines, total }) => (
      <div key={kind}>
        <dt>{GROUP_TITLES[kind]}</dt>
        {lines.map(({ id, words }) => (
          <dd key={id}>{words}</dd>
        ))}
        {total > lines.length && <dd className="quiet">{`${counted(total - lines.length, 'more line')} left out`}</dd>}
      </div>
    ))}
  </dl>
)

function Left({ title, all }: { title: string; all: readonly Skipped[] }): ReactElement | null {
  if (all.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {all.map(({ commit, n, subject, problem }) => (
          <li key={commit + problem.message}>
            <LinkButton label={`Beat ${n}`} className="numbers" onClick={() => goTo(commit)} /> {subject}
            <ProblemPlace problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  )
}
