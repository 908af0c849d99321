const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The elements of SVG documents that are kept. `a` is kept as `g`. */
export const keptElements = words(`
  svg g a defs symbol use switch style
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feGaussianBlur feOffset feBlend feColorMatrix feFlood feComposite feMerge feMergeNode feDropShadow
  feComponentTransfer feFuncR feFuncG feFuncB feFuncA`);

/** The elements that are removed with their content: they can't be seen in an image, or would run. */
export const removedElements = words(`
  script metadata title desc view cursor
  animate animateColor animateMotion animateTransform set mpath discard`);

/** The attributes that are kept. All others can't change what is drawn, or would run. */
export const keptAttributes = words(`
  id class style transform transform-origin href xml:space
  viewBox preserveAspectRatio x y width height rx ry cx cy r x1 x2 y1 y2 dx dy d points pathLength rotate
  color display visibility opacity overflow clip isolation mix-blend-mode
  fill fill-opacity fill-rule paint-order vector-effect shape-rendering color-interpolation
  stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  clip-path clip-rule clipPathUnits mask mask-type maskUnits maskContentUnits filter
  marker marker-start marker-mid marker-end markerUnits markerWidth markerHeight refX refY orient
  offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod fx fy fr
  patternUnits patternContentUnits patternTransform
  font font-family font-size font-style font-weight font-stretch font-variant text-rendering
  letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift
  writing-mode direction unicode-bidi white-space textLength lengthAdjust startOffset method spacing side
  filterUnits primitiveUnits color-interpolation-filters in in2 result stdDeviation edgeMode
  flood-color flood-opacity mode operator k1 k2 k3 k4 type values tableValues slope intercept amplitude exponent`);
