import { createContext, use, useMemo, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { isAttachment } from '../../shared/story/note-links'
import { notePicture } from '../../shared/story/note-pictures'
import { altOf } from '../../shared/words/alt-text'
import { loreAtCursor, useSession } from '../session'
import { withNumber } from '../store/beats'
import { texts } from '../ui/texts'
import { blocksOf, type ProseBlock, type ProseSpan } from './blocks'
import { follow } from './follow'
import { goalOf } from './link-goal'
import './prose.css'
import { LinkButton } from '../ui/Parts'
import { Picture } from '../ui/Picture'
import { usePictureFiles } from '../ui/pictures'

/** Finds the target of a link: a function that opens it, and a tooltip if the link's text isn't enough; undefined without a target. */
export type LinkFinder = (target: string) => { go: () => void; hint?: string } | undefined

/** The link finder for the texts below. By default links lead to names of the world. */
export const ProseLinks = createContext<LinkFinder | undefined>(undefined)

/** The paths of the pictures in the texts below, by their targets as written. By default pictures are those of world/pictures. */
export const ProsePictures = createContext<Readonly<Record<string, string>> | undefined>(undefined)

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

function BlockView({ block }: { block: ProseBlock }): ReactElement {
  switch (block.kind) {
    case 'heading':
      // The panel's own headings have higher levels.
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

function Spans({ spans }: { spans: readonly ProseSpan[] }): ReactElement {
  return (
    <>
      {spans.map((span, i) => (
        <SpanView key={i} span={span} />
      ))}
    </>
  )
}

function SpanView({ span }: { span: ProseSpan }): ReactElement {
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
    case 'picture':
      return <ProsePicture target={span.target} alt={span.alt} />
    case 'code':
      return <code className="mono">{span.text}</code>
    default:
      return <>{span.text}</>
  }
}

function ProsePicture({ target, alt }: { target: string; alt: string | undefined }): ReactElement {
  const known = use(ProsePictures)
  const has = usePictureFiles()
  const path = own(known ?? {}, target) ?? notePicture(undefined, target, has)
  return <Picture path={path ?? target} alt={altOf({ file: target, alt })} />
}

function Link({ target, text }: { target: string; text: string }): ReactElement {
  const find = use(ProseLinks)
  if (isAttachment(target)) return <span title={texts.attachment(target)}>{text}</span>
  return find ? <LinkText text={text} found={find(target)} missing={texts.nothingNamed(target)} /> : <WorldLink target={target} text={text} />
}

function WorldLink({ target, text }: { target: string; text: string }): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const goal = useMemo(() => (state ? goalOf(target, state, lore) : undefined), [target, state, lore])
  const isMissing = useSession((s) => goal?.what === 'beat' && withNumber(s.line, goal.n) === undefined)
  const missing = goal?.what === 'beat' ? `This branch has no beat ${goal.n}.` : texts.nothingNamed(target)
  return <LinkText text={text} found={goal && !isMissing ? { go: () => follow(goal) } : undefined} missing={missing} />
}

function LinkText({ text, found, missing }: { text: string; found: ReturnType<LinkFinder>; missing: string }): ReactElement {
  if (!found)
    return (
      <span className="missing-link" title={missing}>
        {text}
      </span>
    )
  return <LinkButton label={text} title={found.hint} onClick={found.go} />
}
