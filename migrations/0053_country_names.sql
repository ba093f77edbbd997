-- Countries have the names that v1 shops show; whatever a shop has named otherwise stays.
update country set name = upper(named.after), display_name = named.after
from (values
  ('cd', 'Congo, Democratic Republic of the', 'Congo, the Democratic Republic of the'),
  ('ci', 'Côte d''Ivoire', 'Cote D''Ivoire'),
  ('cv', 'Cabo Verde', 'Cape Verde'),
  ('cz', 'Czechia', 'Czech Republic'),
  ('hm', 'Heard Island and McDonald Islands', 'Heard Island And Mcdonald Islands'),
  ('im', 'Isle of Man', 'Isle Of Man'),
  ('ir', 'Iran', 'Iran, Islamic Republic of'),
  ('kp', 'North Korea', 'Korea, Democratic People''s Republic of'),
  ('kr', 'South Korea', 'Korea, Republic of'),
  ('la', 'Laos', 'Lao People''s Democratic Republic'),
  ('md', 'Moldova', 'Moldova, Republic of'),
  ('mk', 'North Macedonia', 'Macedonia, the Former Yugoslav Republic of'),
  ('ps', 'Palestine, State of', 'Palestinian Territory, Occupied'),
  ('re', 'Réunion', 'Reunion'),
  ('sh', 'Saint Helena, Ascension and Tristan da Cunha', 'Saint Helena'),
  ('sx', 'Sint Maarten (Dutch part)', 'Sint Maarten'),
  ('sy', 'Syria', 'Syrian Arab Republic'),
  ('sz', 'Eswatini', 'Swaziland'),
  ('tl', 'Timor-Leste', 'Timor Leste'),
  ('tr', 'Türkiye', 'Turkey'),
  ('tw', 'Taiwan', 'Taiwan, Province of China'),
  ('tz', 'Tanzania', 'Tanzania, United Republic of'),
  ('vn', 'Vietnam', 'Viet Nam')
) as named(iso_2, before, after)
where country.iso_2 = named.iso_2 and country.display_name = named.before;
