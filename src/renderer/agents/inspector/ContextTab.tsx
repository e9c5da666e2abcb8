import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import type { Context, ContextPiece, PromptLength, Tier, ToolShape } from '../../../shared/table/turns'
import { Query, useQuery } from '../../ui/Query'
import { askContext, askLength, type TurnSubject } from './queries'
import { openInspector, useInspector } from './state'
import { lengthOf, containsText } from './words'
import { Highlighted } from './Highlighted'
import { inspectorTexts as t } from './texts'
import { count } from '../../ui/amounts'
import { LinkButton } from '../../ui/Parts'

const TIERS: readonly Tier[] = ['frame', 'hot', 'warm', 'cold']

/** The context of the agent, tier by tier. It is assembled now if none was recorded. */
export function ContextTab({ who, parent, record, query }: TurnSubject & { query: string }): ReactElement {
  if (record?.context)
    return (
      <Whole
        context={record.context}
        length={lengthOf(record)}
        note={
          record.earlier?.[0]
            ? `This conversation began with the prompt of beat ${record.earlier[0].n}. Each piece is shown as last sent; Answer lists the messages.`
            : 'The prompt exactly as sent.'
        }
        query={query}
      />
    )
  return (
    <Computed
      who={who}
      parent={parent}
      query={query}
      note={
        record && record.exchanges.length > 0
          ? 'The agent continued an earlier turn here. A new turn would have this context.'
          : 'Rebuilt from the files at that beat. This machine has no record of the prompt.'
      }
    />
  )
}

function Computed({ who, parent, query, note }: { who: string; parent: string; query: string; note: string }): ReactElement {
  const asked = useQuery(who, parent, askContext)
  const length = useQuery(who, parent, askLength)
  return (
    <div aria-busy={asked.waiting}>
      <Query {...asked} waits="Building the prompt…">
        {(context) => <Whole context={context} length={length.waiting ? undefined : length.answer} note={note} query={query} />}
      </Query>
    </div>
  )
}

function Whole({ context, length, note, query }: { context: Context; length: PromptLength | undefined; note: string; query: string }): ReactElement {
  const folds = useInspector((s) => s.folds)
  const ids = [...context.pieces.map(({ id }) => id), ...context.tools.map(({ name }) => `tool:${name}`)]
  const foldAll = (open: boolean): void => openInspector({ folds: { ...folds, ...Object.fromEntries(ids.map((id) => [id, open])) } })
  return (
    <>
      <div className="told-head">
        <p className="quiet">{note}</p>
        <LinkButton label="Expand all" onClick={() => foldAll(true)} />
        <LinkButton label="Collapse all" onClick={() => foldAll(false)} />
      </div>
      <Budget context={context} length={length} />
      {TIERS.map((tier) => (
        <TierPart key={tier} tier={tier} pieces={context.pieces.filter((piece) => piece.tier === tier)} query={query} />
      ))}
      {context.tools.length > 0 && (
        <section className="tier">
          <h3>
            {t.tiers.tools} <small>available tools</small>
            <span className="numbers">{context.tools.length}</span>
          </h3>
          {context.tools.map((tool) => (
            <Tool key={tool.name} tool={tool} query={query} />
          ))}
        </section>
      )}
    </>
  )
}

/** The counter of the tokens (the provider or an estimate), in words. */
function countedWords(length: PromptLength | undefined, estimate: number): string {
  if (length?.by === 'provider') return `counted by the provider; the tiers are estimates and add up to ${count(estimate)}`
  return length?.why === undefined ? t.estimated : `estimated, because the provider gave no count: ${length.why}`
}

const tierTokens = (pieces: readonly ContextPiece[], tier: Tier): number =>
  pieces.reduce((sum, piece) => sum + (piece.kept && piece.tier === tier ? piece.tokens : 0), 0)

function Budget({ context: { pieces, tokens, budget }, length }: { context: Context; length: PromptLength | undefined }): ReactElement {
  const parts = TIERS.map((tier) => ({ tier: tier as Tier | 'tools', tokens: tierTokens(pieces, tier) }))
  const total = parts.reduce((sum, part) => sum + part.tokens, 0)
  const all = [...parts, { tier: 'tools' as const, tokens: Math.max(0, tokens - total) }].filter((part) => part.tokens > 0)
  const whole = Math.max(budget, tokens, 1)
  return (
    <div className="budget">
      <div className="budget-bar" aria-hidden="true">
        {all.map((part) => (
          <span key={part.tier} className={`tier-${part.tier}`} style={{ width: `${(100 * part.tokens) / whole}%` }} />
        ))}
      </div>
      <p className="numbers">
        <b>{`${count(length?.tokens ?? tokens)} of ${count(budget)} tokens`}</b> <span className="quiet">{countedWords(length, tokens)}</span>
        {all.map((part) => (
          <span key={part.tier} className="budget-part">
            <i className={`tier-${part.tier}`} aria-hidden="true" /> {t.tiers[part.tier]} {count(part.tokens)}
          </span>
        ))}
      </p>
    </div>
  )
}

function TierPart({ tier, pieces, query }: { tier: Tier; pieces: readonly ContextPiece[]; query: string }): ReactElement | null {
  if (pieces.length === 0) return null
  return (
    <section className="tier">
      <h3>
        {t.tiers[tier]} <small>{t.tierHints[tier]}</small>
        <span className="numbers">{t.tokens(count(tierTokens(pieces, tier)))}</span>
      </h3>
      {pieces.map((piece) => (
        <Piece key={piece.id} piece={piece} query={query} />
      ))}
    </section>
  )
}

function Piece({ piece: { id, title, tier, source, text, tokens, kept, why }, query }: { piece: ContextPiece; query: string }): ReactElement {
  const fold = useInspector((s) => own(s.folds, id))
  const open = fold ?? (containsText(text, query) || (tier === 'hot' && kept))
  return (
    <Fold id={id} open={open} className={kept ? '' : 'left-out'}>
      <summary>
        <ChevronRight size={13} aria-hidden="true" />
        <span className="piece-title">{kept ? title : <s>{title}</s>}</span>
        <span className="piece-source mono clip">{source}</span>
        <span className="piece-tokens numbers">{kept ? count(tokens) : 'Left out'}</span>
        <span className="piece-why">{why}</span>
      </summary>
      <pre>
        <Highlighted text={text} query={query} />
      </pre>
    </Fold>
  )
}

function Tool({ tool: { name, description, input_schema }, query }: { tool: ToolShape; query: string }): ReactElement {
  const id = `tool:${name}`
  const open = useInspector((s) => own(s.folds, id)) ?? false
  return (
    <Fold id={id} open={open} className="">
      <summary>
        <ChevronRight size={13} aria-hidden="true" />
        <span className="piece-title mono">
          <Highlighted text={name} query={query} />
        </span>
        <span className="piece-why">{description}</span>
      </summary>
      <pre>{JSON.stringify(input_schema, null, 2)}</pre>
    </Fold>
  )
}

/** A fold whose state is stored by id, so that the same piece of the next turn is open or closed like this one. */
function Fold({ id, open, className, children }: { id: string; open: boolean; className: string; children: ReactElement[] }): ReactElement {
  return (
    <details
      className={`piece ${className}`}
      open={open}
      onToggle={(event) => {
        const now = event.currentTarget.open
        if (now !== open) openInspector({ folds: { ...useInspector.get().folds, [id]: now } })
      }}
    >
      {children}
    </details>
  )
}
