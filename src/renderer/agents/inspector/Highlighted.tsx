import type { ReactElement } from 'react'
import { highlighted } from './words'

/** A text with its matches highlighted. */
export function Highlighted({ text, query }: { text: string; query: string }): ReactElement {
  return (
    <>
      {highlighted(text, query).map(({ text, hit }, i) =>
        hit ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, always made anew together
          <mark key={i}>{text}</mark>
        ) : (
          text
        )
      )}
    </>
  )
}
