import { useEffect, useState, type ReactElement } from 'react'
import { pictureOf } from '../pictures'
import { useArrow } from '../state'

/** A picture in a text of the story: a file of the campaign, or else its address. Nothing is fetched from the web. */
export function Picture({ value = '', size }: { value: string | undefined; size: readonly [number, number | undefined] | undefined }): ReactElement {
  const document = useArrow((s) => s.path)
  const [loaded, setLoaded] = useState<{ value: string; src: string | undefined }>()
  useEffect(() => {
    let isGone = false
    if (document !== undefined && !/^https?:/i.test(value)) void pictureOf(document, value).then((src) => isGone || setLoaded({ value, src }))
    return () => {
      isGone = true
    }
  }, [document, value])
  const src = loaded?.value === value ? loaded.src : undefined
  if (src === undefined) return <i className="arrow-no-picture">{value}</i>
  return <img className="arrow-picture" src={src} alt={value.replace(/^.*\//, '')} width={size?.[0]} height={size?.[1]} />
}
