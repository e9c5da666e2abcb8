/** Returns whether a host name, as `URL` writes it, is this machine. Secrets may travel unencrypted only there. */
export const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
