/** The minimum length of a text that is treated as a secret. Shorter keys are words such as "any", with which local servers are satisfied. */
const MIN_SECRET_CHARACTERS = 8

/** A text with a key replaced by "…" wherever the key stands whole. Longer words that contain it stay as they are. */
export function masked(text: string, key: string): string {
  if (key.length < MIN_SECRET_CHARACTERS) return text
  const whole = key.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${whole}(?![\p{L}\p{N}])`, 'gu'), '…')
}
