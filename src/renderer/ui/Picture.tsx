import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { usePicture } from './pictures'

interface PictureProps {
  /** The path of its file in the campaign. */
  path: string
  /** Its alternative text; empty for a decorative picture. */
  alt: string
  /** The width and height in pixels that its text gives. */
  size?: readonly [number, number | undefined] | undefined
  className?: string
}

/** A picture of the campaign, read when it is about to come into view. A missing one is named by its alternative text. */
export function Picture({ path, alt, size, className = '' }: PictureProps): ReactElement {
  const box = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  const { src, isMissing } = usePicture(isNear ? path : undefined)
  const file = path.replace(/^.*\//, '')
  useEffect(() => {
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setNear(true), { rootMargin: '600px' })
    if (box.current) watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <span ref={box} className={`picture ${className}`} data-waits={src === undefined && !isMissing ? '' : undefined}>
      {src !== undefined && <img src={src} alt={alt} width={size?.[0]} height={size?.[1]} />}
      {isMissing && (
        <span className="picture-missing" title={`There is no picture ${path}. Choose another one.`}>
          <ImageOff size={14} aria-hidden="true" /> {alt === '' ? `${file} is missing` : `${alt} (${file} is missing)`}
        </span>
      )}
    </span>
  )
}

/** A picture that isn't saved yet, by its bytes in Base64. */
export const NewPicture = ({ bytes, alt, className = '' }: { bytes: string; alt: string; className?: string }): ReactElement => (
  <span className={`picture ${className}`}>
    <img src={`data:;base64,${bytes}`} alt={alt} />
  </span>
)
