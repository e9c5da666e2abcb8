import { useMemo, type ReactElement, type ReactNode } from 'react'
import { type ArrowNode, describedIn, type Markup as Piece, parseMarkup } from '../../../arrow'
import { TextPicture } from './TextPicture'

/** A text of the story with its formats. `node` describes its pictures. Addresses appear as text: nothing is fetched, nothing is HTML. */
export function MarkupText({ text, node }: { text: string; node: ArrowNode | undefined }): ReactElement {
  const pieces = useMemo(() => parseMarkup(text), [text])
  return <>{pieces.map((piece, key) => drawn(piece, key, node))}</>
}

function drawn(piece: Piece, key: number, node: ArrowNode | undefined): ReactNode {
  if (typeof piece === 'string') return piece
  const inner = piece.children.map((one, at) => drawn(one, at, node))
  switch (piece.tag) {
    case 'b':
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return <b key={key}>{inner}</b>
    case 'i':
      return <i key={key}>{inner}</i>
    case 'u':
      return <u key={key}>{inner}</u>
    case 'img':
      return <TextPicture key={key} value={piece.value} size={piece.size} alt={describedIn(node, piece.value ?? '')} />
    case 'br':
      return <br key={key} />
    case 'color':
      return (
        <span key={key} style={piece.value === undefined ? {} : { textDecoration: `underline 2px ${piece.value}` }}>
          {inner}
        </span>
      )
    default:
      return <span key={key}>{inner}</span>
  }
}
