/** The kinds of components that have a colour of their own, in `tokens.css`: a hue each, the same wherever one is drawn. */
export type Hue = 'api' | 'informer' | 'queue' | 'controller' | 'scheduler' | 'kubelet';
