import { useState } from 'react'
import { problemOf } from '../problem-of'

interface PricedForm<Asked, Price> {
  /** What would be sent now, or what is wrong with it in a sentence. */
  asked: Asked | string
  price: (asked: Asked) => Promise<Price>
  /** Begins it. Returns why it couldn't begin. */
  send: (asked: Asked) => Promise<string | undefined>
  onClose: () => void
}

/** A form that spends money: the first press estimates the cost, the second sends. */
export function usePricedForm<Asked, Price>({
  asked,
  price: estimate,
  send,
  onClose
}: PricedForm<Asked, Price>): {
  /** The price of what would be sent now. */
  price: Price | undefined
  fault: string | undefined
  isBusy: boolean
  submit: () => Promise<void>
  clear: () => void
} {
  const [priced, setPriced] = useState<{ asked: string; price: Price }>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  // Only the price of what would be sent now is shown, also if the fields change while it is estimated.
  const price = priced?.asked === JSON.stringify(asked) ? priced.price : undefined
  const submit = async (): Promise<void> => {
    if (isBusy) return
    if (typeof asked === 'string') return setFault(asked)
    setFault(undefined)
    setIsBusy(true)
    try {
      if (!price) return setPriced({ asked: JSON.stringify(asked), price: await estimate(asked) })
      const why = await send(asked)
      if (why === undefined) onClose()
      else setFault(why)
    } catch (error) {
      setFault(problemOf(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { price, fault, isBusy, submit, clear: () => setFault(undefined) }
}

/** The dollars in a field for a cap; undefined if it is empty, a sentence if it has no amount. */
export function capIn(text: string): number | undefined | string {
  if (text.trim() === '') return undefined
  const cap = Number(text.trim().replace(/^\$/, ''))
  return cap > 0 ? cap : 'Enter an amount above 0 dollars as the cap, such as 2.50, or leave it empty.'
}
