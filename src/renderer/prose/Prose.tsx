import { useMemo, type ReactElement } from 'react'
import { loreAtCursor, useSession } from '../session'
import { withNumber } from '../store/beats'
import { texts } from '../ui/texts'
import { blocksOf, type Block, type Span } from './blocks'
import { follow } from './follow'
import { goalOf } from './link-goal'
import './prose.css'

/** A rendered Markdown text with working links. */
export function Prose({ text }: { text: string }): ReactElement {
  const blocks = useMemo(() => blocksOf(text), [text])
  return (
    <div className="prose">
      {blocks.map((block, i) => (
        <BlockView key={i} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }): ReactElement {
  switch (block.kind) {
    case 'heading':
      // The panel's own headings stand above it.
      return (
        <h4 className={`level-${block.level}`}>
          <Spans spans={block.spans} />
        </h4>
      )
    case 'list': {
      const items = block.items.map((spans, i) => (
        <li key={i}>
          <Spans spans={spans} />
        </li>
      ))
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'code':
      return <pre className="mono">{block.text}</pre>
    case 'quote':
      return (
        <blockquote>
          <Spans spans={block.spans} />
        </blockquote>
      )
    default:
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      )
  }
}

function Spans({ spans }: { spans: readonly Span[] }): ReactElement {
  return (
    <>
      {spans.map((span, i) => (
        <SpanView key={i} span={span} />
      ))}
    </>
  )
}

function SpanView({ span }: { span: Span }): ReactElement {
  switch (span.kind) {
    case 'link':
      return <Link target={span.target} text={span.text} />
    case 'strong':
      return (
        <b>
          <Spans spans={span.spans} />
        </b>
      )
    case 'em':
      return (
        <em>
          <Spans spans={span.spans} />
        </em>
      )
    case 'code':
      return <code className="mono">{span.text}</code>
    default:
      return <>{span.text}</>
  }
}

function Link({ target, text }: { target: string; text: string }): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const goal = useMemo(() => (state ? goalOf(target, state, lore) : undefined), [target, state, lore])
  const isMissing = useSession((s) => goal?.what === 'beat' && withNumber(s.line, goal.n) === undefined)
  if (!goal || isMissing) return <span title={goal?.what === 'beat' ? texts.noBeat(goal.n) : texts.nothingNamed(target)}>{text}</span>
  return (
    <button type="button" className="link" onClick={() => follow(goal)}>
      {text}
    </button>
  )
}
