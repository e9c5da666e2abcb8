import type { ReactElement } from 'react'
import { pathFrom } from '../../../shared/base/paths'
import { altOf } from '../../../shared/words/alt-text'
import { Picture } from '../../ui/Picture'
import { useArrow } from '../state'

interface TextPictureProps {
  value: string | undefined
  size?: readonly [number, number | undefined] | undefined
  alt: string | undefined
}

/** A picture in a text of the story: a file of the campaign, or else its address. Nothing is fetched from the web. */
export function TextPicture({ value = '', size, alt }: TextPictureProps): ReactElement {
  const document = useArrow((s) => s.path)
  const path = document === undefined || /^https?:/i.test(value) ? undefined : pathFrom(document, value)
  return path === undefined || value === '' ? (
    <i className="arrow-no-picture">{value}</i>
  ) : (
    <Picture path={path} alt={altOf({ file: value, alt })} size={size} />
  )
}
