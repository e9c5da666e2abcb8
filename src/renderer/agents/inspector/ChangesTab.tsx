import { ChevronRight } from 'lucide-react'
import { useCallback, useMemo, type ReactElement } from 'react'
import type { Mark } from '../../../shared/analysis/chronicle'
import type { Context } from '../../../shared/table/turns'
import { hunks } from '../../../shared/base/diff-lines'
import { useSession } from '../../session'
import { DiffLines } from '../../ui/DiffLines'
import { Query, useQuery } from '../../ui/Query'
import { askContext, askTurnContext, type TurnSubject } from './queries'
import { diffContexts, type PieceDiff } from './diff'
import { previousOf } from './turn-lines'
import { inspectorTexts as t } from './texts'
import { signed } from '../../ui/amounts'

/** The differences between the context of this turn and that of the seat's previous turn, piece by piece and line by line. */
export function ChangesTab(subject: TurnSubject): ReactElement {
  const { who, n } = subject
  const line = useSession((s) => s.line)
  const before = useMemo(() => previousOf(line, who, n), [line, who, n])
  if (before?.parent === undefined) return <p className="quiet">This is the seat’s first turn, so there is no previous context to compare.</p>
  return <Between {...subject} before={before} />
}

function Between({ who, parent, record, before }: TurnSubject & { before: Mark }): ReactElement {
  const ask = useCallback(
    async (_: string, at: string, signal: AbortSignal): Promise<[Context, Context]> => {
      const [then, now] = await Promise.all([
        askTurnContext(who, before.id, before.parent ?? '', signal),
        record?.context ?? askContext(who, at, signal)
      ])
      return [then.context, now]
    },
    [who, before, record]
  )
  const asked = useQuery(who, parent, ask)
  return (
    <div aria-busy={asked.waiting}>
      <p className="quiet">{`Compared with beat ${before.n}, this seat’s previous turn.`}</p>
      <Query {...asked} waits={t.comparing}>
        {([then, now]) => <Differences before={then} after={now} />}
      </Query>
    </div>
  )
}

/** All differences between two contexts. */
export function Differences({ before, after }: { before: Context; after: Context }): ReactElement {
  const { pieces, same, tokens } = useMemo(() => diffContexts(before, after), [before, after])
  if (pieces.length === 0) return <p className="quiet">Both contexts are identical.</p>
  return (
    <>
      <p className="quiet numbers">
        {same === 1 ? '1 piece is unchanged.' : `${same} pieces are unchanged.`} {t.tokens(signed(tokens))}
      </p>
      {pieces.map((piece) => (
        <Difference key={piece.id} piece={piece} />
      ))}
    </>
  )
}

function Difference({ piece: { id, title, tier, change, tokens, why, lines } }: { piece: PieceDiff }): ReactElement {
  return (
    <details className={`piece ${change}`} open={id.startsWith('tool:') ? undefined : true}>
      <summary>
        <ChevronRight size={13} aria-hidden="true" />
        <span className="piece-title">{title}</span>
        <span className="piece-source">
          {t.tiers[tier]} · {t.change[change]}
        </span>
        <span className="piece-tokens numbers">{tokens === 0 ? '' : signed(tokens)}</span>
        {why !== undefined && <span className="piece-why">{why}</span>}
      </summary>
      <DiffLines hunks={hunks(lines)} />
    </details>
  )
}
